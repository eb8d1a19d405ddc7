"""Views as a person sees them, in JupyterLab; a package, so that its fixtures end with it."""
