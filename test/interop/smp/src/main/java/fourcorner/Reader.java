// Finds a participant's SMP in DNS and reads what it says, as any Java access point would: the URL provider, the HTTP
// client, the schema and the signature check are all the library's, with its defaults.
package fourcorner;

import com.helger.peppol.smp.ESMPTransportProfile;
import com.helger.peppolid.IDocumentTypeIdentifier;
import com.helger.peppolid.IParticipantIdentifier;
import com.helger.peppolid.IProcessIdentifier;
import com.helger.peppolid.factory.PeppolIdentifierFactory;
import com.helger.smpclient.exception.SMPClientException;
import com.helger.smpclient.peppol.SMPClientReadOnly;
import com.helger.smpclient.url.PeppolNaptrURLProvider;
import com.helger.smpclient.url.SMPDNSResolutionException;
import com.helger.xsds.peppol.smp1.EndpointType;
import com.helger.xsds.peppol.smp1.ServiceGroupType;
import com.helger.xsds.peppol.smp1.SignedServiceMetadataType;
import java.security.KeyStore;
import java.util.Map;

final class Reader {
  private static final PeppolIdentifierFactory identifiers = PeppolIdentifierFactory.INSTANCE;
  private final Map<String, String> order;
  private final IParticipantIdentifier participant;

  Reader(Map<String, String> order) {
    this.order = order;
    participant = identifiers.parseParticipantIdentifier(order.get("participant"));
  }

  void readGroup() throws Exception {
    try {
      SMPClientReadOnly client = findSmp();
      ServiceGroupType group = client.getServiceGroup(participant);
      for (IDocumentTypeIdentifier documentType : SMPClientReadOnly.getAllDocumentTypes(group))
        Smp.say("documentType", documentType.getURIEncoded());
    } catch (SMPClientException | SMPDNSResolutionException error) {
      refuse(error);
    }
  }

  void readMetadata() throws Exception {
    IDocumentTypeIdentifier documentType = identifiers.parseDocumentTypeIdentifier(order.get("documentType"));
    IProcessIdentifier process = identifiers.parseProcessIdentifier(order.get("process"));
    try {
      SMPClientReadOnly client = findSmp();
      SignedServiceMetadataType metadata = client.getServiceMetadata(participant, documentType);
      EndpointType endpoint =
          SMPClientReadOnly.getEndpoint(metadata, process, ESMPTransportProfile.TRANSPORT_PROFILE_PEPPOL_AS4_V2);
      Smp.say("smp", client.getSMPHostURI());
      Smp.say("url", SMPClientReadOnly.getEndpointAddress(endpoint));
      Smp.say("certificate", SMPClientReadOnly.getEndpointCertificateString(endpoint));
    } catch (SMPClientException | SMPDNSResolutionException error) {
      refuse(error);
    }
  }

  private SMPClientReadOnly findSmp() throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("issuer", Smp.readCertificate(order.get("issuer")));
    return new SMPClientReadOnly(PeppolNaptrURLProvider.INSTANCE, participant, order.get("zone"))
        .setTrustStore(trusted);
  }

  private static void refuse(Exception error) {
    StringBuilder why = new StringBuilder();
    for (Throwable cause = error; cause != null; cause = cause.getCause())
      why.append(cause.getClass().getSimpleName()).append(": ").append(cause.getMessage()).append("; ");
    Smp.say("refused", why);
  }
}
