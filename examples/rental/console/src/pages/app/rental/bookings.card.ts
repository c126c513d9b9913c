import { permissions } from '@/api/permissions';
import { defineCard } from '@/kit/lib/card';
import { t } from './rental.text';

export default defineCard({
  title: () => t.today,
  permission: permissions.appBookingPage,
  order: 1,
  wide: true,
  show: () => import('./bookings-card.vue'),
});
