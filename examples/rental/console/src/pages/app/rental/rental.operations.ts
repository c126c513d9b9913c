import { t } from './rental.text';

export default [
  { value: 101, label: t.confirm },
  { value: 102, label: t.handOut },
  { value: 103, label: t.takeBack },
  { value: 104, label: t.cancel },
  { value: 105, label: t.import },
];
