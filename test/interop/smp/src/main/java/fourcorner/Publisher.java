// Writes service metadata to a file: filled in and marshalled by peppol-smp-client, signed by the XML signatures of the
// JDK, as phoss SMP does it. `fault` names the one thing that is wrong.
package fourcorner;

import com.helger.peppol.smp.ESMPTransportProfile;
import com.helger.peppolid.factory.PeppolIdentifierFactory;
import com.helger.smpclient.peppol.marshal.SMPMarshallerSignedServiceMetadataType;
import com.helger.smpclient.peppol.utils.W3CEndpointReferenceHelper;
import com.helger.xsds.peppol.id1.DocumentIdentifierType;
import com.helger.xsds.peppol.id1.ParticipantIdentifierType;
import com.helger.xsds.peppol.id1.ProcessIdentifierType;
import com.helger.xsds.peppol.smp1.EndpointType;
import com.helger.xsds.peppol.smp1.ProcessListType;
import com.helger.xsds.peppol.smp1.ProcessType;
import com.helger.xsds.peppol.smp1.RedirectType;
import com.helger.xsds.peppol.smp1.ServiceEndpointList;
import com.helger.xsds.peppol.smp1.ServiceInformationType;
import com.helger.xsds.peppol.smp1.ServiceMetadataType;
import com.helger.xsds.peppol.smp1.SignedServiceMetadataType;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.xml.crypto.dsig.CanonicalizationMethod;
import javax.xml.crypto.dsig.DigestMethod;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.SignedInfo;
import javax.xml.crypto.dsig.Transform;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.keyinfo.KeyInfo;
import javax.xml.crypto.dsig.keyinfo.KeyInfoFactory;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;

final class Publisher {
  private static final String RSA_SHA1 = "http://www.w3.org/2000/09/xmldsig#rsa-sha1";
  private static final String RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
  private final Map<String, String> order;
  private final String fault;

  Publisher(Map<String, String> order) {
    this.order = order;
    fault = order.getOrDefault("fault", "");
  }

  void publish() throws Exception {
    SignedServiceMetadataType signed = new SignedServiceMetadataType();
    signed.setServiceMetadata(order.containsKey("redirect") ? redirect() : information());
    SMPMarshallerSignedServiceMetadataType marshaller = new SMPMarshallerSignedServiceMetadataType();
    // The schema asks for the signature, which comes next.
    marshaller.setUseSchema(false);
    Document document = marshaller.getAsDocument(signed);
    if (!fault.equals("unsigned")) sign(document);
    if (fault.equals("changed")) change(document);
    try (var file = Files.newOutputStream(Path.of(order.get("out")))) {
      TransformerFactory.newInstance().newTransformer().transform(new DOMSource(document), new StreamResult(file));
    }
    Smp.say("written", order.get("out"));
  }

  private ServiceMetadataType redirect() {
    RedirectType redirect = new RedirectType();
    redirect.setHref(order.get("redirect"));
    redirect.setCertificateUID(order.get("certificateUid"));
    ServiceMetadataType metadata = new ServiceMetadataType();
    metadata.setRedirect(redirect);
    return metadata;
  }

  private ServiceMetadataType information() throws Exception {
    ServiceInformationType information = new ServiceInformationType();
    var participant = PeppolIdentifierFactory.INSTANCE.parseParticipantIdentifier(order.get("participant"));
    var who = new ParticipantIdentifierType();
    who.setScheme(participant.getScheme());
    who.setValue(participant.getValue());
    information.setParticipantIdentifier(who);
    var documentType = PeppolIdentifierFactory.INSTANCE.parseDocumentTypeIdentifier(order.get("documentType"));
    var what = new DocumentIdentifierType();
    what.setScheme(documentType.getScheme());
    what.setValue(documentType.getValue());
    information.setDocumentIdentifier(what);
    ProcessListType processes = new ProcessListType();
    processes.getProcess().add(process());
    information.setProcessList(processes);
    ServiceMetadataType metadata = new ServiceMetadataType();
    metadata.setServiceInformation(information);
    return metadata;
  }

  private ProcessType process() throws Exception {
    var identifier = PeppolIdentifierFactory.INSTANCE.parseProcessIdentifier(order.get("process"));
    var how = new ProcessIdentifierType();
    how.setScheme(identifier.getScheme());
    how.setValue(identifier.getValue());
    ServiceEndpointList endpoints = new ServiceEndpointList();
    endpoints.getEndpoint().add(endpoint());
    ProcessType process = new ProcessType();
    process.setProcessIdentifier(how);
    process.setServiceEndpointList(endpoints);
    return process;
  }

  private EndpointType endpoint() throws Exception {
    EndpointType endpoint = new EndpointType();
    endpoint.setTransportProfile(ESMPTransportProfile.TRANSPORT_PROFILE_PEPPOL_AS4_V2.getID());
    endpoint.setEndpointReference(W3CEndpointReferenceHelper.createEndpointReference(order.get("url")));
    endpoint.setRequireBusinessLevelSignature(false);
    endpoint.setCertificate(
        Base64.getMimeEncoder().encodeToString(Smp.readCertificate(order.get("certificate")).getEncoded()));
    endpoint.setServiceDescription("Größe & <Ω>");
    endpoint.setTechnicalContactUrl("https://smp.example/");
    return endpoint;
  }

  private void sign(Document document) throws Exception {
    char[] password = order.get("password").toCharArray();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream file = Files.newInputStream(Path.of(order.get("keystore")))) {
      keys.load(file, password);
    }
    String alias = keys.aliases().nextElement();
    X509Certificate certificate = (X509Certificate) keys.getCertificate(alias);
    XMLSignatureFactory signatures = XMLSignatureFactory.getInstance("DOM");
    KeyInfoFactory keyInfos = signatures.getKeyInfoFactory();
    KeyInfo keyInfo =
        keyInfos.newKeyInfo(
            List.of(
                keyInfos.newX509Data(List.of(certificate.getSubjectX500Principal().getName(), certificate))));
    DOMSignContext context =
        new DOMSignContext((PrivateKey) keys.getKey(alias, password), document.getDocumentElement());
    if (order.containsKey("prefix")) context.setDefaultNamespacePrefix(order.get("prefix"));
    signatures.newXMLSignature(signedInfo(signatures), keyInfo).sign(context);
  }

  private SignedInfo signedInfo(XMLSignatureFactory signatures) throws Exception {
    boolean weak = fault.equals("sha1");
    Reference whole =
        signatures.newReference(
            "",
            signatures.newDigestMethod(weak ? DigestMethod.SHA1 : DigestMethod.SHA256, null),
            List.of(signatures.newTransform(Transform.ENVELOPED, (TransformParameterSpec) null)),
            null,
            null);
    return signatures.newSignedInfo(
        signatures.newCanonicalizationMethod(
            order.getOrDefault("canonicalization", CanonicalizationMethod.INCLUSIVE),
            (C14NMethodParameterSpec) null),
        signatures.newSignatureMethod(weak ? RSA_SHA1 : RSA_SHA256, null),
        List.of(whole));
  }

  private static void change(Document document) {
    var addresses = document.getElementsByTagNameNS("http://www.w3.org/2005/08/addressing", "Address");
    addresses.item(0).setTextContent("https://elsewhere.example/as4");
  }
}
