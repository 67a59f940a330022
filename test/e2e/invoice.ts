// A small invoice as a caller would send it, to a receiver that the sandbox serves.
export function invoiceJson(
  number: string,
  receiver = { scheme: '0192', id: '987654325' },
): string {
  return JSON.stringify({
    number,
    issueDate: '2026-11-21',
    dueDate: '2026-12-21',
    currency: 'EUR',
    buyerReference: 'PO 4711',
    seller: {
      name: 'Vierhoek BV',
      vatId: 'BE0123456749',
      endpoint: { scheme: '0208', id: '0123456749' },
      address: { line1: 'Korte Straat 1', city: 'Gent', postCode: '9000', country: 'BE' },
    },
    buyer: {
      name: 'Nordlys AS',
      endpoint: receiver,
      address: { line1: 'Havnegata 7', city: 'Bergen', postCode: '5003', country: 'NO' },
    },
    lines: [
      {
        name: 'Bicycle bell',
        quantity: '4',
        unitCode: 'C62',
        netPrice: '12.50',
        vat: { category: 'S', rate: '21' },
      },
      {
        name: 'Assembly',
        quantity: '1.5',
        unitCode: 'HUR',
        netPrice: '60',
        vat: { category: 'S', rate: '21' },
      },
    ],
  })
}
