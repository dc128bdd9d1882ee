/** Imported first, because React reads NODE_ENV when it is loaded. */
process.env['NODE_ENV'] = 'production'
