// Named functions and methods with a body in TypeScript, by its own compiler; needs what javascript.js needs.
// Usage: node typescript.js ROOT
'use strict';

process.argv[3] = 'ts,mts,cts';
require('./javascript.js');
