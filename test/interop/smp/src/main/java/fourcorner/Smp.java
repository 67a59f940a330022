// peppol-smp-client behind three commands: `group`, `metadata` and `publish`, each with name=value pairs. It answers
// with name=value lines; a client that refuses says why in `refused`.
package fourcorner;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.Map;

public final class Smp {
  private static final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  private Smp() {}

  public static void main(String[] arguments) throws Exception {
    Map<String, String> order = new HashMap<>();
    for (String argument : arguments) {
      String[] pair = argument.split("=", 2);
      if (pair.length == 2) order.put(pair[0], pair[1]);
    }
    switch (arguments[0]) {
      case "group" -> new Reader(order).readGroup();
      case "metadata" -> new Reader(order).readMetadata();
      case "publish" -> new Publisher(order).publish();
      default -> throw new IllegalArgumentException(arguments[0]);
    }
    // Pools of HTTP and DNS may still hold threads.
    System.exit(0);
  }

  static void say(String name, Object value) {
    out.println(name + "=" + String.valueOf(value).replaceAll("\\s+", " "));
  }

  static X509Certificate readCertificate(String path) throws Exception {
    try (InputStream file = Files.newInputStream(Path.of(path))) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(file);
    }
  }
}
