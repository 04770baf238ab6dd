// Named functions and methods with a body in TSX, by the TypeScript compiler; needs what javascript.js needs.
// Usage: node tsx.js ROOT
'use strict';

process.argv[3] = 'tsx';
require('./javascript.js');
