/** Imported before anything else: React chooses its fast, quiet build by this word the moment it is first loaded. */
process.env['NODE_ENV'] = 'production'
