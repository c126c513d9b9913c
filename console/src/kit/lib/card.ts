import type { AsyncComponentLoader } from 'vue';
import type { Permission } from '@/api/permissions';

/** A card that a product adds to the dashboard, in a file `pages/app/…/<name>.card.ts`, as its default export. */
export interface Card {
  /** Its heading, in the current language. */
  title: () => string;
  /** The permission without which it is not there. */
  permission?: Permission;
  /** Its place among the cards; those without one come last. */
  order?: number;
  /** Whether it has the whole width. */
  wide?: boolean;
  /** Loads what it shows. */
  show: AsyncComponentLoader;
}

/** Describes a card of the dashboard. */
export function defineCard(card: Card): Card {
  return card;
}
