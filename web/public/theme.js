/** Before the first paint: sets the theme (the stored choice, else what the system prefers, else dark), and shows the front page on its own address only. */
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem('fairline.theme');
  } catch {
    // Storage may be closed to us; the system's preference stands.
  }
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  if (location.pathname === '/') document.documentElement.dataset.home = '';
  document.documentElement.dataset.theme = stored === 'light' || stored === 'dark' ? stored : system;
})();
