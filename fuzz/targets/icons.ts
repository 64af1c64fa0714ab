import { chooseIcons, originOf } from '../../src/core/icons/chooseIcons';
import { bytesOfDataUri, imageUri, largestIcon } from '../../src/core/icons/iconImage';
import { edgesOf } from '../../src/core/content/imageLimits';
import { typeOf } from '../../src/core/content/sniff';
import { hold, same, textIn, type Target } from '../target';

const shown = /^data:image\/(png|jpeg|webp|gif|svg\+xml);base64,[\w+/]+=*$/u;
const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/bmp'];
const origin = 'https://icons.example';

/** Icons of servers: an image's bytes, or its address. */
export const icons: Target = {
  name: 'icons',
  words: [
    ...[
      'data:image/png;base64,',
      'data:image/svg+xml,',
      'data:',
      ';base64',
      ',',
      '%20',
      '%',
      'https://icons.example/a.png',
    ],
    ...[
      'http://',
      'javascript:',
      'RIFF',
      'WEBP',
      'VP8 ',
      'VP8L',
      'VP8X',
      'GIF89a',
      '\x89PNG\r\n',
      '<svg',
      '<use ',
      'href="#a"',
    ],
    ...[
      'id="a"',
      '<!ENTITY',
      '<path/>',
      '<svg:use',
      '&#35;',
      '<animate attributeName="href"',
      '<pattern/>',
      '<feImage/>',
      '</svg>',
    ],
  ],
  check(bytes) {
    const type = typeOf({ kind: 'blob', bytes });
    for (const one of types)
      hold(
        edgesOf(bytes, one)?.every((edge) => Number.isInteger(edge) && edge >= 0) !== false,
        'An edge is a number of pixels.',
        one,
      );
    const uri = imageUri(bytes);
    checkImage(uri);
    if (uri !== undefined) same([...(bytesOfDataUri(uri) ?? [])], [...bytes], 'An icon has its bytes.');
    const address = textIn(bytes);
    const inAddress = bytesOfDataUri(address);
    if (inAddress) checkImage(imageUri(inAddress));
    const icon = { src: address, mimeType: undefined, theme: undefined, size: undefined };
    const chosen = chooseIcons([icon], 'dark', origin).length > 0;
    const isSafe = /^data:\s*image\//iu.test(address) || originOf(address) === origin;
    hold(!chosen || isSafe, 'An icon is written down, or of its server.', address);
    return `${type}${uri === undefined ? '' : ' shown'}${inAddress ? ' in address' : ''}${chosen ? ' chosen' : ''}`;
  },
};

function checkImage(uri: string | undefined): void {
  if (uri === undefined) return;
  hold(shown.test(uri), 'An icon is an image.', uri.slice(0, 60));
  hold(uri.length <= 60 + (largestIcon * 4) / 3, 'An icon has a limit.', uri.length);
}
