import type { Icon } from '@modelcontextprotocol/server';

/** One 16-pixel drawing as two icons, dark strokes for light themes and light strokes for dark ones. */
function lineIcon(drawing: string): Icon[] {
  const paint = (stroke: string): string =>
    `data:image/svg+xml;base64,${Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="${stroke}">${drawing}</svg>`,
    ).toString('base64')}`;
  return [
    { src: paint('#424242'), mimeType: 'image/svg+xml', sizes: ['any'], theme: 'light' },
    { src: paint('#c5c5c5'), mimeType: 'image/svg+xml', sizes: ['any'], theme: 'dark' },
  ];
}

/** One coloured drawing that suits every theme. */
function colourIcon(drawing: string): Icon[] {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${drawing}</svg>`;
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return [{ src, mimeType: 'image/svg+xml', sizes: ['any'] }];
}

const spikes = [
  ['8', '2.5', '1.5'],
  ['6.3', '5', '1.8'],
  ['9.7', '5', '1.8'],
  ['6', '8', '2'],
  ['10', '8', '2'],
];

/** Larkspur's mark: a flower spike. */
export const logoIcons = colourIcon(
  `<path d="M8 15V3" stroke="#3c7a4b" stroke-width="1.2"/>${spikes
    .map(([x, y, radius]) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="#5b63c7"/>`)
    .join('')}`,
);

export const tableIcons = lineIcon('<path d="M2.5 3.5h11v9h-11zM2.5 6.5h11M6.5 6.5v6M2.5 9.5h11"/>');
export const ticketIcons = lineIcon('<path d="M2.5 4.5h11v7h-6l-3 2.5v-2.5h-2z"/>');
export const logIcons = lineIcon('<path d="M3 4h10M3 7h7M3 10h10M3 13h5"/>');
export const pageIcons = lineIcon(
  '<path d="M8 4c-1.5-1-3.5-1-5.5 0v8.5c2-1 4-1 5.5 0 1.5-1 3.5-1 5.5 0V4c-2-1-4-1-5.5 0zM8 4v8.5"/>',
);
export const pictureIcons = lineIcon(
  '<path d="M2.5 3.5h11v9h-11zM3 11l3-3.5 2.5 2.5 1.5-1.5 3 3"/><circle cx="10.5" cy="6" r="1"/>',
);

/** Marks a ticket that needs attention now. */
export const urgentIcons = colourIcon(
  '<path d="M8 1.5 15 14H1z" fill="#d9822b"/><path d="M8 6v4M8 11.5v1" stroke="#fff" stroke-width="1.4"/>',
);
