import json, os
from fourcorner_client import AuthenticatedClient
from fourcorner_client.api.documents import print_stored_document
from fourcorner_client.api.invoices import submit_invoice
from fourcorner_client.api.status import show_document
from fourcorner_client.models import Invoice, SubmitInvoiceXValidation

gateway = AuthenticatedClient(os.environ["FOURCORNER_URL"], os.environ["FOURCORNER_TOKEN"],
                              prefix="", auth_header_name="X-API-Token")
invoice = Invoice.from_dict(json.load(open("invoice.json")))
record = submit_invoice.sync(
    client=gateway, body=invoice, x_validation=SubmitInvoiceXValidation.TRUE)
while not record.completed_at:
    record = show_document.sync(record.id, client=gateway, wait=30)
print(record.status.value)

print(print_stored_document.sync_detailed(record.id, client=gateway).content[:5].decode())
# The client reads JSON only; for everything else there is the one under it.
ubl = gateway.get_httpx_client().post(
    "/api/v1/convert", json=invoice.to_dict(), headers={"Accept": "application/xml"})
print(ubl.text[:8])
print(show_document.sync("nobody-knows-this", client=gateway).code.value)
