import { it } from 'vitest';
import { PanelBench } from '../support/panel/openPanel';
import { rowsShown, focusList } from '../support/panel/reading';
import { makeRows } from '../support/panel/resources';
const med = (a: number[]) => { const s=[...a].sort((x,y)=>x-y); return `median ${s[s.length>>1]!.toFixed(1)} max ${s.at(-1)!.toFixed(1)} (n=${s.length})`; };
it('measure', async () => {
  const bench = await PanelBench.start();
  for (const [count, label] of [[1000, '1k'], [100_000, '100k']] as const) {
    const { page, host } = await bench.open({ rows: makeRows(count) });
    await rowsShown(page);
    await page.evaluate(() => {
      const w = window as any; w.lat = []; w.long = [];
      new PerformanceObserver((l) => { for (const e of l.getEntries()) w.long.push(e.duration); }).observe({ type: 'longtask', buffered: true });
      let t = 0;
      document.addEventListener('keydown', () => { t = performance.now(); }, true);
      const orig = (window as any).hostReceive;
      w.sent = []; w.toHost = [];
      (window as any).hostReceive = (m: any) => { if (m.method === 'search') w.sent.push(performance.now() - t); return orig(m); };
      window.addEventListener('message', (e) => { if (e.data.kind === 'answer' && Array.isArray(e.data.answer)) { const at = performance.now(); const c = new MessageChannel(); requestAnimationFrame(() => { c.port1.onmessage = () => { w.lat.push([performance.now() - t, performance.now() - at]); }; c.port2.postMessage(0); }); } });
    });
    await page.focus('vscode-text-field');
    for (const k of 'resource 9 item order'.split('')) { await page.keyboard.press(k === ' ' ? 'Space' : k); await page.waitForTimeout(400); }
    const r = await page.evaluate(() => ({ lat: (window as any).lat, sent: (window as any).sent, long: (window as any).long }));
    console.log(label, 'key->search posted', med(r.sent), '| key->painted', med(r.lat.map((x: any) => x[0])), '| rows message->painted', med(r.lat.map((x: any) => x[1])), 'long tasks', r.long);
  }
  // host search cost
  const rows = makeRows(100_000); const t0 = performance.now(); rows.filter(r => r.title.toLowerCase().includes('resource 9') || r.where.toLowerCase().includes('resource 9')); console.log('scan 100k', performance.now()-t0);
  // null host: instant answers within page, to see what the page itself costs
  const { page } = await bench.open({ rows: makeRows(100_000), height: 900 });
  await focusList(page);
  const res = await page.evaluate(async () => {
    const list = document.querySelector('#results')!; const frames: number[] = []; let last = performance.now();
    for (let i = 0; i < 120; i++) { list.scrollTop += 700; await new Promise(requestAnimationFrame as any); const n = performance.now(); frames.push(n - last); last = n; }
    return frames;
  });
  console.log('scroll sweep frames', med(res));
  await bench.stop();
}, 120000);
