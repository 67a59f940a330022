// Starts phase4 as an access point of its own: `receive` or `send`, then name=value pairs. Speaks in lines (see Line).
package fourcorner;

import com.helger.base.debug.GlobalDebug;
import com.helger.phase4.crypto.AS4CryptoFactoryInMemoryKeyStore;
import com.helger.phase4.incoming.mgr.AS4ProfileSelector;
import com.helger.phase4.profile.peppol.AS4PeppolProfileRegistarSPI;
import com.helger.security.certificate.TrustedCAChecker;
import com.helger.security.revocation.ERevocationCheckMode;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Map;

public final class Peer {
  /** The key pair of this access point, and whom it trusts. */
  final AS4CryptoFactoryInMemoryKeyStore crypto;
  final TrustedCAChecker issuers;

  private Peer(Map<String, String> settings) throws Exception {
    char[] password = settings.get("password").toCharArray();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream file = Files.newInputStream(Path.of(settings.get("keystore")))) {
      keys.load(file, password);
    }
    X509Certificate issuer = readCertificate(settings.get("issuer"));
    // Messages carry the leaf only, so the issuer has to be here as well as the root.
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("root", readCertificate(settings.get("root")));
    trusted.setCertificateEntry("issuer", issuer);
    String alias = keys.aliases().nextElement();
    crypto = new AS4CryptoFactoryInMemoryKeyStore(keys, alias, password, trusted);
    issuers = new TrustedCAChecker(ERevocationCheckMode.NONE, Duration.ofHours(1), 1000, issuer);
  }

  public static void main(String[] arguments) throws Exception {
    // Production mode drops debug output and checks that only developers want; there are no file dumps unless asked for.
    GlobalDebug.setProductionModeDirect(true);
    GlobalDebug.setDebugModeDirect(false);
    AS4ProfileSelector.setCustomDefaultAS4ProfileID(AS4PeppolProfileRegistarSPI.AS4_PROFILE_ID);
    Map<String, String> settings = Line.read(String.join("\t", arguments));
    Peer peer = new Peer(settings);
    if (arguments[0].equals("receive")) Receiver.run(peer, settings);
    else Sender.run(peer, settings);
    // Pools of HTTP and of timers may still hold threads.
    System.exit(0);
  }

  static X509Certificate readCertificate(String path) throws Exception {
    try (InputStream file = Files.newInputStream(Path.of(path))) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(file);
    }
  }
}
