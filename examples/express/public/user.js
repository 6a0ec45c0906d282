// The widget calls this function again when the token expires.
document.querySelector('earshot-feedback').userToken = async () => (await fetch('/user-token')).json();
