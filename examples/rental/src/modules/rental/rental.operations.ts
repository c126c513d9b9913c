/** Kinds of operations of the rental: `logType` of the operation log. */
export enum RentalOperation {
  Confirm = 101,
  HandOut = 102,
  TakeBack = 103,
  Cancel = 104,
  Import = 105,
}
