// A Peppol access point that sends, over phase4's own sender, to an endpoint that it is told (no SML, no SMP).
package fourcorner;

import com.helger.phase4.ebms3header.Ebms3Error;
import com.helger.phase4.model.MessageProperty;
import com.helger.phase4.peppol.Phase4PeppolSender;
import com.helger.phase4.peppol.Phase4PeppolSender.PeppolUserMessageSBDHBuilder;
import com.helger.phase4.sender.EAS4UserMessageSendResult;
import com.helger.peppol.sbdh.PeppolSBDHDataReader;
import com.helger.peppolid.factory.PeppolIdentifierFactory;
import com.helger.phase4.util.Phase4Exception;
import com.helger.servlet.mock.MockServletContext;
import com.helger.web.scope.mgr.WebScopeManager;
import com.helger.web.scope.mgr.WebScoped;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

final class Sender {
  private final Peer peer;
  private final Map<String, String> order;
  private final byte[] sbd;
  private final X509Certificate receiver;

  private Sender(Peer peer, Map<String, String> order) throws Exception {
    this.peer = peer;
    this.order = order;
    sbd = Files.readAllBytes(Path.of(order.get("sbd")));
    receiver = Peer.readCertificate(order.get("certificate"));
  }

  /** One order a line, until the input ends: where to, what, how many, and what shall be wrong with it. */
  static void run(Peer peer, Map<String, String> settings) throws Exception {
    WebScopeManager.onGlobalBegin(MockServletContext.create());
    Line.say("ready");
    BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = orders.readLine(); line != null; line = orders.readLine()) sendAll(peer, Line.read(line));
    WebScopeManager.onGlobalEnd();
  }

  private static void sendAll(Peer peer, Map<String, String> order) throws Exception {
    List<Sender> messages = messagesOf(peer, order);
    AtomicInteger delivered = new AtomicInteger();
    ExecutorService lanes = Executors.newFixedThreadPool(Integer.parseInt(order.getOrDefault("concurrency", "1")));
    long begun = System.nanoTime();
    List<Future<?>> sending = new ArrayList<>();
    for (Sender message : messages)
      sending.add(
          lanes.submit(
              () -> {
                if (message.send()) delivered.incrementAndGet();
                return null;
              }));
    for (Future<?> one : sending) one.get();
    double seconds = (System.nanoTime() - begun) / 1e9;
    lanes.shutdown();
    Line.say(
        "done", "messages", messages.size(), "delivered", delivered, "messagesPerSecond", messages.size() / seconds);
  }

  /** The same `count` times; or those of the file `list`, a line each with what it has of its own. */
  private static List<Sender> messagesOf(Peer peer, Map<String, String> order) throws Exception {
    if (!order.containsKey("list"))
      return Collections.nCopies(Integer.parseInt(order.getOrDefault("count", "1")), new Sender(peer, order));
    List<Sender> messages = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(order.get("list")))) {
      Map<String, String> message = new LinkedHashMap<>(order);
      message.putAll(Line.read(line));
      messages.add(new Sender(peer, message));
    }
    return messages;
  }

  private boolean send() throws Exception {
    String messageId = order.getOrDefault("messageId", UUID.randomUUID() + "@phase4.test");
    List<String> reported = new ArrayList<>();
    try (WebScoped scope = new WebScoped()) {
      PeppolUserMessageSBDHBuilder message =
          new Altered()
              .payloadAndMetadata(
                  new PeppolSBDHDataReader(PeppolIdentifierFactory.INSTANCE)
                      .extractData(new ByteArrayInputStream(withNewInstance())));
      if (order.containsKey("cut")) message.payload(withoutCut());
      EAS4UserMessageSendResult result =
          message
              .messageID(messageId)
              .cryptoFactory(peer.crypto)
              .receiverEndpointDetails(receiver, order.get("url"))
              .peppolAP_CAChecker(peer.issuers)
              .checkReceiverAPCertificate(false)
              .senderPartyID(order.get("party"))
              .compressPayload(!order.containsKey("plain"))
              .rawResponseConsumer(answer -> write("answer", answer.getResponseContent()))
              .signalMsgConsumer(
                  (signal, metadata, state) -> {
                    for (Ebms3Error error : signal.getError())
                      reported.add(error.getErrorCode() + " " + error.getErrorDetail());
                  })
              .sendMessageAndCheckForReceipt(error -> reported.add(String.valueOf(error)));
      if (!order.containsKey("quiet"))
        Line.say("sent", "messageId", messageId, "result", result, "reported", String.join("; ", reported));
      return result.isSuccess();
    }
  }

  /** Each message has an instance identifier of its own, if the SBD says where it belongs. */
  private byte[] withNewInstance() {
    String text = new String(sbd, StandardCharsets.UTF_8);
    return text.replace("INSTANCE", UUID.randomUUID().toString()).getBytes(StandardCharsets.UTF_8);
  }

  /** The SBD as it is in the file, but for a piece: what phase4 does not write, since it is no XML any more. */
  private byte[] withoutCut() {
    return new String(sbd, StandardCharsets.UTF_8).replace(order.get("cut"), "").getBytes(StandardCharsets.UTF_8);
  }

  /** To the file that the order has for it, if it has one. */
  private void write(String name, byte[] bytes) {
    try {
      if (order.containsKey(name)) Files.write(Path.of(order.get(name)), bytes);
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  /** phase4's own checks refuse what is wrong, so it is put in after them. */
  private final class Altered extends PeppolUserMessageSBDHBuilder {
    @Override
    protected void customizeBeforeSending() throws Phase4Exception {
      super.customizeBeforeSending();
      // phase4 writes the SBD anew: these are the bytes that go out.
      write("sent", m_aPayload.getDataBytes().getAllBytes());
      if (order.containsKey("from")) fromPartyID(order.get("from"));
      if (order.containsKey("to")) toPartyID(order.get("to"));
      if (order.containsKey("service")) service(m_sServiceType, order.get("service"));
      if (order.containsKey("action")) action(order.get("action"));
      if (order.containsKey("agreement")) agreementRef(order.get("agreement"));
      if (order.containsKey("property")) alterProperty(order.get("property"), order.get("value"));
    }

    private void alterProperty(String name, String value) {
      MessageProperty found = m_aMessageProperties.findFirst(one -> one.getName().equals(name));
      m_aMessageProperties.remove(found);
      if (value != null) m_aMessageProperties.add(new MessageProperty(name, found.getType(), value));
    }
  }
}
