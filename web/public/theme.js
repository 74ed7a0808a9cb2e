/** Sets the theme before the first paint: the stored choice, else what the system prefers, else dark. */
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem('fairline.theme');
  } catch {
    // Storage may be closed to us; the system's preference stands.
  }
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  document.documentElement.dataset.theme = stored === 'light' || stored === 'dark' ? stored : system;
})();
