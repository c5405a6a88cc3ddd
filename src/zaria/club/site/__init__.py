"""The plumbing of the site: settings, middleware, static files, errors, languages."""
