import { crudPermissions } from 'steward/crud';

/** Permission codes of /api/app/branch. */
export const branchPermissions = crudPermissions('app:branch');

/** Permission codes of /api/app/category. */
export const categoryPermissions = crudPermissions('app:category');

/** Permission codes of /api/app/equipment. */
export const equipmentPermissions = crudPermissions('app:equipment');

/** Permission codes of /api/app/customer. */
export const customerPermissions = {
  ...crudPermissions('app:customer'),
  readTax: 'app:customer:readTax',
  import: 'app:customer:import',
} as const;

/** Permission codes of /api/app/booking. */
export const bookingPermissions = {
  ...crudPermissions('app:booking'),
  confirm: 'app:booking:confirm',
  handOut: 'app:booking:handOut',
  takeBack: 'app:booking:takeBack',
  cancel: 'app:booking:cancel',
} as const;

/** Permission codes of the calendar of bookings. */
export const calendarPermissions = {
  calendar: 'app:booking:calendar',
} as const;

const { page, list, detail, export: exported } = crudPermissions('app:invoice');

/** Permission codes of /api/app/invoice: invoices are made by the return of equipment and paid by the provider alone. */
export const invoicePermissions = { page, list, detail, export: exported } as const;
