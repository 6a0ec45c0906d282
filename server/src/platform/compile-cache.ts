// The name of compile-cache.js in service files and commands of earlier versions.
await import('./compile-cache.js');

export {};
