/// <reference types="vite/client" />

declare module 'virtual:icons' {
  /** Address of the sprite with the {@link ICONS}. */
  export const ownIcons: string;
  /** Address of the sprite with every Lucide icon. */
  export const allIcons: string;
}
