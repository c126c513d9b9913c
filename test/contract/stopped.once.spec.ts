import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ADMIN_PASSWORD, startApp } from '../support/app.js';
import { eventually } from '../support/poll.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The remains of an application that has served a login and has stopped. */
async function stopped(): Promise<WeakRef<object>> {
  const steward = await startApp();
  await steward.client.login('admin', ADMIN_PASSWORD);
  await steward.stop();
  return new WeakRef(steward.app);
}

/** Specs share their worker: a timer or a listener that outlives its application would slow down all later ones. */
it('an application that has stopped is kept by nothing', async () => {
  const left = await stopped();
  await eventually(async () => {
    collectGarbage();
    return left.deref() === undefined;
  }, 20_000);
});
