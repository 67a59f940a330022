// The namespaces of UBL 2.1 components: groups (prefix cac) and values (prefix cbc).
export const componentNamespaces = {
  aggregate: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  basic: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
}
