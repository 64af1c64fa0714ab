/** Bytes. */
export const maxVsixBytes: number;
