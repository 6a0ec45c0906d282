/** Cookie with the secret that binds a sign-in to the browser that started it. */
export const BROWSER_COOKIE = 'earshot_sign_in';
