// A small server for bench/paths.ts. Its list grows whenever the file that is named by its argument is written.
import { watchFile } from 'node:fs';
import { createInterface } from 'node:readline';
import { Peer, textContent } from '../test/servers/raw/peer.mjs';

const good = (number) => ({ uri: `good://${number}`, name: `good ${number}` });
const peer = new Peer({});
peer.capabilities = { resources: { listChanged: true } };
peer.resources = [good(1)];
peer.read = (uri) => textContent(uri, `${uri}\n`);
watchFile(process.argv[2], { interval: 20 }, () => {
  peer.resources.push(good(peer.resources.length + 1));
  peer.notify('notifications/resources/list_changed');
});
createInterface({ input: process.stdin })
  .on('line', (line) => peer.receive(JSON.parse(line)))
  .on('close', () => process.exit());
