/** Returns whether passkeys work here: browsers bind them to a host name, and offer none on IP addresses. */
export const takesPasskeys = () => 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);
