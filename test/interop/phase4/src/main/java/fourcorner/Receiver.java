// A Peppol access point that receives, over phase4's library. phase4's own servlet for Peppol is not in the registry; the
// checks that it makes after decryption and signature are made here.
package fourcorner;

import com.helger.collection.commons.CommonsArrayList;
import com.helger.collection.commons.ICommonsList;
import com.helger.http.EHttpMethod;
import com.helger.http.header.HttpHeaderMap;
import com.helger.peppol.sbdh.PeppolSBDHData;
import com.helger.peppol.sbdh.PeppolSBDHDataReader;
import com.helger.peppolid.factory.PeppolIdentifierFactory;
import com.helger.phase4.attachment.WSS4JAttachment;
import com.helger.phase4.crypto.IAS4DecryptParameterModifier;
import com.helger.phase4.ebms3header.Ebms3Property;
import com.helger.phase4.ebms3header.Ebms3SignalMessage;
import com.helger.phase4.ebms3header.Ebms3UserMessage;
import com.helger.phase4.error.AS4ErrorList;
import com.helger.phase4.incoming.AS4RequestHandler;
import com.helger.phase4.incoming.AS4ServerInitializer;
import com.helger.phase4.incoming.IAS4IncomingMessageMetadata;
import com.helger.phase4.incoming.IAS4IncomingMessageState;
import com.helger.phase4.incoming.crypto.AS4IncomingSecurityConfiguration;
import com.helger.phase4.incoming.spi.AS4MessageProcessorResult;
import com.helger.phase4.incoming.spi.AS4SignalMessageProcessorResult;
import com.helger.phase4.incoming.spi.IAS4IncomingMessageProcessorSPI;
import com.helger.phase4.model.error.EEbmsError;
import com.helger.phase4.model.pmode.IPMode;
import com.helger.phase4.servlet.AS4UnifiedResponse;
import com.helger.phase4.servlet.AS4XServletHandler;
import com.helger.phase4.servlet.IAS4ServletRequestHandlerCustomizer;
import com.helger.phase4.wss.AS4CertificateOnlySignatureTrustValidator;
import com.helger.web.scope.IRequestWebScopeWithoutResponse;
import com.helger.web.scope.mgr.WebScopeManager;
import com.helger.xservlet.AbstractXServlet;
import jakarta.servlet.ServletRegistration;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.engine.WSSConfig;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.w3c.dom.Node;

final class Receiver {
  private Receiver() {}

  /** Receives until the input ends. `participants` are those that are served, `out` is where payloads are kept, if anywhere. */
  static void run(Peer peer, Map<String, String> settings) throws Exception {
    Inbox inbox = new Inbox(peer, settings);
    ServletContextHandler context = new ServletContextHandler();
    context.addServletContainerInitializer(
        (classes, servletContext) -> {
          WebScopeManager.onGlobalBegin(servletContext);
          AS4ServerInitializer.initAS4Server();
          // The servlet's constructor already needs the scope that was just begun.
          ServletRegistration.Dynamic servlet = servletContext.addServlet("as4", new As4Servlet(peer, inbox));
          servlet.addMapping("/as4");
          servlet.setLoadOnStartup(1);
        });
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(context);
    server.start();
    Line.say("listening", "url", "http://127.0.0.1:" + connector.getLocalPort() + "/as4");
    while (System.in.read() >= 0) {}
    server.stop();
    AS4ServerInitializer.shutdownAS4Server();
    WebScopeManager.onGlobalEnd();
  }

  private static final class As4Servlet extends AbstractXServlet {
    As4Servlet(Peer peer, Inbox inbox) {
      // phase4 reads the multipart itself.
      settings().setMultipartEnabled(false);
      handlerRegistry().registerHandler(
          EHttpMethod.POST, new AS4XServletHandler().setRequestHandlerCustomizer(new Settings(peer, inbox)));
    }
  }

  private record Settings(Peer peer, Inbox inbox) implements IAS4ServletRequestHandlerCustomizer {
    @Override
    public void customizeBeforeHandling(
        IRequestWebScopeWithoutResponse scope, AS4UnifiedResponse response, AS4RequestHandler handler) {
      handler.setCryptoFactory(peer.crypto);
      handler.setProcessorSupplier(() -> new CommonsArrayList<IAS4IncomingMessageProcessorSPI>(inbox));
      handler.setIncomingSecurityConfiguration(
          AS4IncomingSecurityConfiguration.createDefaultInstance().setDecryptParameterModifier(new CertificatesOnly()));
    }

    @Override
    public void customizeAfterHandling(
        IRequestWebScopeWithoutResponse scope, AS4UnifiedResponse response, AS4RequestHandler handler) {}
  }

  /** A bare public key is no signer. */
  private static final class CertificatesOnly implements IAS4DecryptParameterModifier {
    @Override
    public void modifyWSSConfig(WSSConfig config) {
      config.setValidator(WSConstants.SIGNATURE, new AS4CertificateOnlySignatureTrustValidator());
    }
  }

  private static final class Inbox implements IAS4IncomingMessageProcessorSPI {
    private final Peer peer;
    private final Set<String> participants;
    private final Path folder;
    private final AtomicInteger count = new AtomicInteger();

    Inbox(Peer peer, Map<String, String> settings) {
      this.peer = peer;
      participants = Set.of(settings.get("participants").split(","));
      folder = settings.containsKey("out") ? Path.of(settings.get("out")) : null;
    }

    @Override
    public AS4MessageProcessorResult processAS4UserMessage(
        IAS4IncomingMessageMetadata metadata,
        HttpHeaderMap headers,
        Ebms3UserMessage message,
        IPMode pmode,
        Node payload,
        ICommonsList<WSS4JAttachment> attachments,
        IAS4IncomingMessageState state,
        AS4ErrorList errors) {
      String fault;
      try {
        byte[] sbd = readFirst(attachments);
        fault = faultOf(message, sbd, state);
        if (fault == null) keep(state.getMessageID(), sbd);
      } catch (Exception error) {
        fault = error.toString();
      }
      if (fault == null) return AS4MessageProcessorResult.createSuccess();
      Line.say("refused", "messageId", state.getMessageID(), "detail", fault);
      errors.add(
          EEbmsError.EBMS_OTHER
              .errorBuilder(state.getLocale())
              .refToMessageInError(state.getMessageID())
              .errorDetail(fault)
              .build());
      return AS4MessageProcessorResult.createFailure();
    }

    private static byte[] readFirst(ICommonsList<WSS4JAttachment> attachments) throws Exception {
      // The source stream decompresses.
      try (InputStream stream = attachments.get(0).getSourceStream()) {
        return stream.readAllBytes();
      }
    }

    /** What is wrong with a message whose signature and encryption hold, or null. */
    private String faultOf(Ebms3UserMessage message, byte[] sbd, IAS4IncomingMessageState state) throws Exception {
      if (!state.isSoapDecrypted() || !state.isSoapSignatureChecked()) return "not signed and encrypted";
      if (peer.issuers.checkCertificate(state.getSigningCertificate()).isInvalid()) return "signer not trusted";
      PeppolSBDHData data =
          new PeppolSBDHDataReader(PeppolIdentifierFactory.INSTANCE).extractData(new ByteArrayInputStream(sbd));
      if (!data.getSenderValue().equalsIgnoreCase(property(message, "originalSender"))) return "originalSender differs";
      if (!data.getReceiverValue().equalsIgnoreCase(property(message, "finalRecipient"))) return "finalRecipient differs";
      if (!isSeatId(state.getInitiatorID()) || !isSeatId(state.getResponderID())) return "no seat id";
      String own = peer.crypto.getCertificate().getSubjectX500Principal().getName();
      if (!own.contains("CN=" + state.getResponderID())) return "the party is another";
      return participants.contains(data.getReceiverValue().toLowerCase()) ? null : "PEPPOL:NOT_SERVICED";
    }

    private static boolean isSeatId(String partyId) {
      return partyId != null && partyId.matches("P[A-Z]{2}[0-9]{6}");
    }

    private static String property(Ebms3UserMessage message, String name) {
      for (Ebms3Property property : message.getMessageProperties().getProperty())
        if (property.getName().equals(name)) return property.getValue();
      return null;
    }

    private void keep(String messageId, byte[] sbd) throws Exception {
      if (folder == null) return;
      Path file = folder.resolve(count.incrementAndGet() + ".xml");
      Files.write(file, sbd);
      Line.say("received", "messageId", messageId, "file", file);
    }

    @Override
    public AS4SignalMessageProcessorResult processAS4SignalMessage(
        IAS4IncomingMessageMetadata metadata,
        HttpHeaderMap headers,
        Ebms3SignalMessage message,
        IPMode pmode,
        IAS4IncomingMessageState state,
        AS4ErrorList errors) {
      return AS4SignalMessageProcessorResult.createSuccess();
    }

    @Override
    public void processAS4ResponseMessage(
        IAS4IncomingMessageMetadata metadata,
        IAS4IncomingMessageState state,
        String messageId,
        byte[] response,
        boolean available,
        AS4ErrorList errors) {}
  }
}
