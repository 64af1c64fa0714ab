const words = ['order', 'invoice', 'customer', 'shipment', 'ticket', 'product', 'report', 'payment'];

/** Returns a resource of about 403 bytes on the wire, with all fields and annotations set. */
export function wireResource(index) {
  const word = words[index % words.length];
  const name = `${word}-${index}`;
  return {
    uri: `shop://region-${index % 40}/${word}s/${name}/details.json`,
    name,
    title: `The ${word} number ${index} of region ${index % 40}`,
    description: `Everything that is known about ${word} ${index}: its state, its history, who changed it last and what it is linked to.`,
    mimeType: index % 3 === 0 ? 'application/json' : 'text/markdown',
    size: 1_000 + ((index * 37) % 90_000),
    annotations: {
      audience: index % 4 === 0 ? ['user'] : index % 4 === 1 ? ['assistant'] : ['user', 'assistant'],
      priority: ((index * 7) % 101) / 100,
      lastModified: new Date(1_780_000_000_000 + index * 60_000).toISOString(),
    },
  };
}

/** Returns a directory, named by the end of its URI. */
export function wireDirectory(uri) {
  return { uri, name: uri.slice(uri.lastIndexOf('/') + 1), mimeType: 'inode/directory' };
}
