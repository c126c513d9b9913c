/** The functions and methods that give access to the rows of an entity, by name. */
const WAYS = new Set(['InjectRepository', 'getRepository', 'createQueryBuilder']);

/** Properties by which data scopes limit rows: their department, and who created them. */
const LIMITED_BY = ['deptId', 'createdBy'];

/** Services whose rows are limited: the reads of such a class begin with `visible`. */
const SERVICES = new Set(['CrudService', 'ReadService']);

/** The name of the entity that the service which a node stands in serves. */
function servedBy(node) {
  for (let at = node; at; at = at.parent) {
    if (!/^Class/.test(at.type) || at.type === 'ClassBody') continue;
    const { superClass, superTypeArguments } = at;
    if (!SERVICES.has(superClass?.name)) return undefined;
    return superTypeArguments?.params[0]?.typeName?.name;
  }
  return undefined;
}

/**
 * Finds reads of entities whose rows data scopes limit, outside the service of the entity, and statements in SQL, of
 * which nobody knows what they read (docs/security.md, Data scope).
 */
export const scopedReads = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      entity: '{{name}} has rows that data scopes limit: read them through its service, which begins with visible().',
      sql: 'Data scopes do not limit what SQL reads: use a query builder that visible() of the service returns.',
    },
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices;
    const checker = program.getTypeChecker();
    const isLimited = (node) => {
      const type = checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(node));
      return type.getConstructSignatures().some((signature) => {
        const row = signature.getReturnType();
        return LIMITED_BY.some((name) => row.getProperty(name) !== undefined);
      });
    };
    return {
      CallExpression(node) {
        const { callee, arguments: given } = node;
        const name = callee.type === 'MemberExpression' ? callee.property.name : callee.name;
        if (name === 'query' && callee.type === 'MemberExpression' && given.length > 0) {
          context.report({ node, messageId: 'sql' });
          return;
        }
        const [entity] = given;
        if (!WAYS.has(name) || entity?.type !== 'Identifier' || !isLimited(entity)) return;
        if (servedBy(node) !== entity.name) context.report({ node, messageId: 'entity', data: { name: entity.name } });
      },
    };
  },
};
