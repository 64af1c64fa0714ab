/** The name shown in a row. */
export function displayName(resource: { readonly name: string; readonly title: string | undefined }): string {
  return resource.title ?? resource.name;
}
