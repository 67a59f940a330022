import java.io.ByteArrayInputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XPathCompiler;
import net.sf.saxon.s9api.XPathExecutable;
import net.sf.saxon.s9api.XPathSelector;
import net.sf.saxon.s9api.XdmDestination;
import net.sf.saxon.s9api.XdmItem;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.Xslt30Transformer;
import net.sf.saxon.s9api.XsltCompiler;
import net.sf.saxon.s9api.XsltExecutable;

/**
 * Runs one official stylesheet by Saxon-HE over the documents that a file lists, one path a line. One JSON line each, in
 * that order: {"findings":["id|flag|location", ...]} or {"error":"code"}.
 */
public class Saxon {
  private static final String FINDINGS =
      "for $found in //(svrl:failed-assert|svrl:successful-report) "
          + "return concat($found/@id, '|', $found/@flag, '|', $found/@location)";

  public static void main(String[] args) throws Exception {
    Processor processor = new Processor(false);
    XsltCompiler compiler = processor.newXsltCompiler();
    XsltExecutable stylesheet = compiler.compile(new StreamSource(Paths.get(args[0]).toFile()));
    XPathCompiler paths = processor.newXPathCompiler();
    paths.declareNamespace("svrl", "http://purl.oclc.org/dsdl/svrl");
    XPathExecutable findings = paths.compile(FINDINGS);
    try (PrintWriter out = new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8))) {
      for (String file : Files.readAllLines(Paths.get(args[1]))) {
        out.println(judge(processor, stylesheet, findings, file));
      }
    }
  }

  private static String judge(Processor processor, XsltExecutable stylesheet, XPathExecutable findings, String file)
      throws Exception {
    byte[] bytes = Files.readAllBytes(Paths.get(file));
    try {
      XdmNode document = processor.newDocumentBuilder().build(new StreamSource(new ByteArrayInputStream(bytes)));
      Xslt30Transformer transformer = stylesheet.load30();
      // Global variables of the stylesheet ask about the document.
      transformer.setGlobalContextItem(document);
      transformer.setErrorReporter(error -> {});
      XdmDestination report = new XdmDestination();
      transformer.applyTemplates(document, report);
      XPathSelector selector = findings.load();
      selector.setContextItem(report.getXdmNode());
      List<String> found = new ArrayList<>();
      for (XdmItem item : selector) found.add("\"" + item.getStringValue() + "\"");
      Collections.sort(found);
      return "{\"findings\":[" + String.join(",", found) + "]}";
    } catch (SaxonApiException error) {
      String code = error.getErrorCode() == null ? "unknown" : error.getErrorCode().getLocalName();
      return "{\"error\":\"" + code + "\"}";
    }
  }
}
