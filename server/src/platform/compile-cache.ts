// The name of compile-cache.js in service files and commands of earlier versions.
import './compile-cache.js';
