import os
import openapi_client as fourcorner

gateway = fourcorner.ApiClient(fourcorner.Configuration(
    host=os.environ["FOURCORNER_URL"], api_key={"apiToken": os.environ["FOURCORNER_TOKEN"]}))
invoice = fourcorner.Invoice.from_json(open("invoice.json").read())
record = fourcorner.InvoicesApi(gateway).submit_invoice(invoice, x_validation="true")
while not record.completed_at:
    record = fourcorner.StatusApi(gateway).show_document(record.id, wait=30)
print(record.status.value)

documents = fourcorner.DocumentsApi(gateway)
print(documents.print_stored_document(record.id)[:5].decode())
ubl = documents.convert(fourcorner.AnyDocument(invoice), _headers={"Accept": "application/xml"})
print(ubl[:8].decode())
try:
    fourcorner.StatusApi(gateway).show_document("nobody-knows-this")
except fourcorner.ApiException as problem:
    print(problem.data.code.value)
