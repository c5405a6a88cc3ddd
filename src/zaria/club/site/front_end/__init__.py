"""Scripts, style sheets and pages on their way to the browser: bundled, stored, served, compressed."""
