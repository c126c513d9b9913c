import { field } from 'steward/crud';
import { roleSeed, siteSeed } from 'steward/seeds';
import type { Extension } from './app/extension.js';
import { Rental1796000000000 } from './modules/rental/1796000000000-rental.js';
import { Branch } from './modules/rental/branch.entity.js';
import { RentalModule } from './modules/rental/rental.module.js';
import { RentalOperation } from './modules/rental/rental.operations.js';
import {
  bookingPermissions,
  branchPermissions,
  calendarPermissions,
  categoryPermissions,
  customerPermissions,
  equipmentPermissions,
  invoicePermissions,
} from './modules/rental/rental.permissions.js';
import { rentalSettings } from './modules/rental/rental.settings.js';

/** What a clerk may do: everything but to read tax numbers and to change categories and branches. */
const CLERK = [
  ...Object.values(bookingPermissions),
  ...Object.values(calendarPermissions),
  ...Object.values(equipmentPermissions),
  ...Object.values(invoicePermissions),
  ...Object.values(customerPermissions).filter((code) => code !== customerPermissions.readTax),
  branchPermissions.page,
  categoryPermissions.page,
];

/** A rental of equipment. */
const rental: Extension = {
  module: RentalModule,
  settings: rentalSettings,
  migrations: [Rental1796000000000],
  extend: {
    user: { branchId: field.reference(Branch, 'name', { filter: true, comment: 'The branch that the user works at' }) },
  },
  operations: {
    [RentalOperation.Confirm]: 'Confirm booking',
    [RentalOperation.HandOut]: 'Hand out equipment',
    [RentalOperation.TakeBack]: 'Take equipment back',
    [RentalOperation.Cancel]: 'Cancel booking',
    [RentalOperation.Import]: 'Import customers',
  },
  menu: [
    {
      name: 'Rental',
      path: '/app',
      icon: 'truck',
      pages: [
        { name: 'Bookings', path: '/app/booking', icon: 'calendar-check', permissions: bookingPermissions },
        { name: 'Calendar', path: '/app/calendar', icon: 'calendar-days', permissions: calendarPermissions },
        { name: 'Equipment', path: '/app/equipment', icon: 'tractor', permissions: equipmentPermissions },
        { name: 'Customers', path: '/app/customer', icon: 'contact', permissions: customerPermissions },
        { name: 'Invoices', path: '/app/invoice', icon: 'receipt', permissions: invoicePermissions },
        { name: 'Categories', path: '/app/category', icon: 'folder-tree', permissions: categoryPermissions },
        { name: 'Branches', path: '/app/branch', icon: 'store', permissions: branchPermissions },
      ],
    },
  ],
  seeds: [
    siteSeed('rental', {
      siteName: 'Digger & Co.',
      siteDescription: 'Machines for a day, a week or a season',
      siteLogo: '/console/rental.svg',
      siteAccent: '#b45309',
    }),
    roleSeed({ code: 'clerk', name: 'Clerk', remark: 'Rents out equipment', permissions: CLERK }),
  ],
};

/** What this installation adds to Steward. The file is its own: no release changes it. */
export const extensions: Extension[] = [rental];
