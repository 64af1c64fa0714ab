type Rooms = Readonly<Record<string, readonly string[]>>;
export const coreRooms: Rooms;
export const nodeRooms: Rooms;
export const hostRooms: Rooms;
export const pageRooms: Rooms;
export const floors: Readonly<Record<string, Rooms>>;
