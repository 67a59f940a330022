import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.DocumentsApi;
import org.openapitools.client.api.InvoicesApi;
import org.openapitools.client.api.StatusApi;
import org.openapitools.client.model.AnyDocument;
import org.openapitools.client.model.DocumentRecord;
import org.openapitools.client.model.Invoice;
import org.openapitools.client.model.Problem;

public class Submit {
  public static void main(String[] arguments) throws Exception {
    ApiClient gateway = new ApiClient();
    gateway.updateBaseUri(System.getenv("FOURCORNER_URL"));
    gateway.setRequestInterceptor(call -> call.header("X-API-Token", System.getenv("FOURCORNER_TOKEN")));
    Invoice invoice = gateway.getObjectMapper().readValue(new File("invoice.json"), Invoice.class);
    DocumentRecord record = new InvoicesApi(gateway).submitInvoice(invoice,
        null, null, null, null, null, null, null, null, null, null, null, null, "true", null, null, null, null);
    while (record.getCompletedAt() == null)
      record = new StatusApi(gateway).showDocument(record.getId(), 30L, null, null);
    System.out.println(record.getStatus().getValue());

    DocumentsApi documents = new DocumentsApi(gateway);
    File pdf = documents.printStoredDocument(record.getId(), null, null, null, null, null, null, null);
    System.out.println(beginning(pdf, 5));
    System.out.println(beginning(documents.convert(new AnyDocument(invoice), null), 8));
    try {
      new StatusApi(gateway).showDocument("nobody-knows-this", null, null, null);
    } catch (ApiException refusal) {
      String body = refusal.getResponseBody();
      Problem problem = gateway.getObjectMapper().readValue(body, Problem.class);
      System.out.println(problem.getCode().getValue());
    }
  }

  static String beginning(File file, int length) throws Exception {
    return Files.readString(Path.of(file.getPath()), java.nio.charset.StandardCharsets.ISO_8859_1)
        .substring(0, length);
  }
}
