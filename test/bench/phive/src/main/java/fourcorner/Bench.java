package fourcorner;

import com.helger.diver.api.coord.DVRCoordinate;
import com.helger.io.resource.IReadableResource;
import com.helger.io.resource.inmemory.ReadableResourceByteArray;
import com.helger.phive.api.execute.ValidationExecutionManager;
import com.helger.phive.api.executorset.ValidationExecutorSetRegistry;
import com.helger.phive.api.validity.IValidityDeterminator;
import com.helger.phive.en16931.EN16931Validation;
import com.helger.phive.france.FranceCTCValidation;
import com.helger.phive.peppol.PeppolValidation;
import com.helger.phive.peppol.PeppolValidation2026_05;
import com.helger.phive.simplerinvoicing.SimplerInvoicingValidation;
import com.helger.phive.xml.source.IValidationSourceXML;
import com.helger.phive.xml.source.ValidationSourceXML;
import com.helger.phive.xrechnung.XRechnungValidation;
import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Judges documents by phive, nothing tuned: schema, EN 16931 and Peppol rules, or those that the argument names by their
 * coordinate. For each line "COUNT FILE" on standard
 * input it judges the file COUNT times and answers "WALL CPU ERRORS": nanoseconds for all of them, those of all threads
 * of the process, and the errors found in the last.
 */
public final class Bench {
  private static final ValidationExecutorSetRegistry<IValidationSourceXML> registry = new ValidationExecutorSetRegistry<>();
  private static DVRCoordinate rules = PeppolValidation2026_05.VID_OPENPEPPOL_INVOICE_UBL_V3;

  public static void main(String[] arguments) throws Exception {
    EN16931Validation.initEN16931(registry);
    PeppolValidation.initStandard(registry);
    XRechnungValidation.initXRechnung(registry);
    SimplerInvoicingValidation.initSimplerInvoicing(registry);
    FranceCTCValidation.initFranceCTC(registry);
    if (arguments.length > 0) rules = DVRCoordinate.parseOrThrow(arguments[0]);
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    var lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      int space = line.indexOf(' ');
      int count = Integer.parseInt(line.substring(0, space));
      byte[] bytes = Files.readAllBytes(Path.of(line.substring(space + 1)));
      int errors = 0;
      long cpu = system.getProcessCpuTime();
      long wall = System.nanoTime();
      for (int at = 0; at < count; at++) errors = errorsIn(bytes);
      wall = System.nanoTime() - wall;
      System.out.println(wall + " " + (system.getProcessCpuTime() - cpu) + " " + errors);
    }
  }

  // The document goes in as bytes: a DOM would take twice the time, and its square on large documents.
  private static int errorsIn(byte[] bytes) {
    IReadableResource resource = new ReadableResourceByteArray("document.xml", bytes);
    var source = ValidationSourceXML.create(resource);
    var layers = registry.getOfID(rules);
    var results = ValidationExecutionManager.executeValidation(
        IValidityDeterminator.createDefault(), layers, source, Locale.US);
    return results.getAllErrors().size();
  }
}
