/** Jest itself does not load TypeScript; a dynamic import does. */
export default async function setUp(globalConfig) {
  const { default: build } = await import('../global-setup.js');
  return build(globalConfig);
}
