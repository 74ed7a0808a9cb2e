/**
 * Before the first paint: sets the theme (the stored choice, else what the system prefers, else dark), shows the front page
 * on its own address only, and begins to fetch the files of the page that is asked for.
 */
(() => {
  const { dataset } = document.currentScript;
  const kept = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null; // Storage may be closed to us; the system's preference stands.
    }
  };
  const page = document.documentElement;
  const theme = kept('fairline.theme');
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  page.dataset.theme = theme === 'light' || theme === 'dark' ? theme : system;
  if (location.pathname === '/') page.dataset.home = '';

  const asked = location.pathname.split('/')[1];
  const sentAway = JSON.parse(dataset.player ?? '[]').includes(asked) && !kept('fairline.player.here');
  for (const href of JSON.parse(dataset.parts ?? '{}')[sentAway ? 'login' : asked] ?? []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
})();
