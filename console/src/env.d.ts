/// <reference types="vite/client" />

declare module 'virtual:icons' {
  /** Address of the sprite with the {@link ICONS}. */
  export const ownIcons: string;
  /** Address of the sprite with every Lucide icon; those that share them have `-<number>` before `.svg`. */
  export const allIcons: string;
}
