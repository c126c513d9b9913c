/// <reference types="vite/client" />

declare module 'virtual:icons' {
  /** Address of the sprite of {@link ICONS}. */
  export const ownIcons: string;
  /** Address of the sprite of every icon of Lucide. */
  export const allIcons: string;
}
