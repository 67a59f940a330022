import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XPathCompiler;
import net.sf.saxon.s9api.XPathExecutable;
import net.sf.saxon.s9api.XPathSelector;
import net.sf.saxon.s9api.XdmDestination;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.Xslt30Transformer;
import net.sf.saxon.s9api.XsltExecutable;

/**
 * Runs official stylesheets by Saxon-HE, as often as it is asked. A question is a line: the path of a stylesheet, a tab,
 * the path of a list of documents, one path a line. The answer has one JSON line for each document, in their order:
 * {"findings":["id|flag|location", ...]} or {"error":"code","line":n}, the line of the stylesheet.
 */
public class Saxon {
  private static final String FINDINGS =
      "for $found in //(svrl:failed-assert|svrl:successful-report) "
          + "return concat($found/@id, '|', ($found/@flag, $found/@role)[1], '|', $found/@location)";

  private final Processor processor = new Processor(false);
  private final XPathExecutable findings;

  private Saxon() throws SaxonApiException {
    XPathCompiler paths = processor.newXPathCompiler();
    paths.declareNamespace("svrl", "http://purl.oclc.org/dsdl/svrl");
    findings = paths.compile(FINDINGS);
  }

  public static void main(String[] args) throws Exception {
    Saxon saxon = new Saxon();
    BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintWriter out = new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8));
    for (String line = questions.readLine(); line != null; line = questions.readLine()) {
      String[] question = line.split("\t");
      saxon.judge(Path.of(question[0]), Files.readAllLines(Path.of(question[1]))).forEach(out::println);
      out.flush();
    }
  }

  /** A compiled stylesheet serves all processors of the machine at once. */
  private List<String> judge(Path stylesheet, List<String> files) throws SaxonApiException {
    XsltExecutable compiled = processor.newXsltCompiler().compile(new StreamSource(stylesheet.toFile()));
    return files.parallelStream().map(file -> judge(compiled, Path.of(file))).collect(Collectors.toList());
  }

  private String judge(XsltExecutable stylesheet, Path file) {
    try {
      XdmNode document = processor.newDocumentBuilder().build(new StreamSource(file.toFile()));
      Xslt30Transformer transformer = stylesheet.load30();
      // Global variables of the stylesheet ask about the document.
      transformer.setGlobalContextItem(document);
      transformer.setErrorReporter(error -> {});
      XdmDestination report = new XdmDestination();
      transformer.applyTemplates(document, report);
      XPathSelector selector = findings.load();
      selector.setContextItem(report.getXdmNode());
      return StreamSupport.stream(selector.spliterator(), false)
          .map(item -> quoted(item.getStringValue()))
          .collect(Collectors.joining(",", "{\"findings\":[", "]}"));
    } catch (SaxonApiException error) {
      String code = error.getErrorCode() == null ? "unknown" : error.getErrorCode().getLocalName();
      return "{\"error\":" + quoted(code) + ",\"line\":" + error.getLineNumber() + "}";
    }
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\s+", " ") + '"';
  }
}
