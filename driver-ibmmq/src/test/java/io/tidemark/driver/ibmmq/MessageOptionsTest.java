package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.ibmmq.testdouble.DoubleJournal;
import io.tidemark.driver.ibmmq.testdouble.MessageDescriptor;
import io.tidemark.driver.ibmmq.testdouble.Opcode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section messages of a file, as the test double sees it in descriptors and options. */
@Tag("slow")
class MessageOptionsTest {
  private static final byte[] PAYLOAD = "payload \u00e9".getBytes(StandardCharsets.ISO_8859_1);
  private static final int READ_AHEAD = 0x0010_0000;
  private static final int NO_READ_AHEAD = 0x0008_0000;

  private static MessageDescriptor descriptorWith(String messages) throws Exception {
    try (DriverOnDouble run = DriverOnDouble.with("messages: {" + messages + "}\n")) {
      run.put(PAYLOAD);
      return run.mq().journal().puts(DriverOnDouble.TOPIC).get(0);
    }
  }

  @Test
  void withoutOptionsAMessageIsPersistentBytesOfPriorityFour() throws Exception {
    MessageDescriptor descriptor = descriptorWith("");
    assertThat(descriptor.persistence()).isEqualTo(1);
    assertThat(descriptor.priority()).isEqualTo(4);
    assertThat(descriptor.expiryTenths()).isEqualTo(-1);
    assertThat(descriptor.format()).isEmpty();
    assertThat(descriptor.messageType()).isEqualTo(8);
  }

  @ParameterizedTest
  @CsvSource({"persistent, 1", "non-persistent, 0", "queue-default, 2", "application, 1"})
  void persistence(String option, int asked) throws Exception {
    assertThat(descriptorWith("persistence: " + option).persistence()).isEqualTo(asked);
  }

  @ParameterizedTest
  @CsvSource({"bytes, mq, ''", "text, mq, MQSTR", "bytes, jms, MQHRF2", "text, jms, MQHRF2"})
  void aPayloadOfEachTypeComesBackAsItWas(String type, String target, String format)
      throws Exception {
    String messages = "messages: {type: %s, targetClient: %s}%n".formatted(type, target);
    try (DriverOnDouble run = DriverOnDouble.with(messages);
        BenchmarkConsumer consumer = run.consumer()) {
      run.put(PAYLOAD);
      assertThat(run.mq().journal().puts(DriverOnDouble.TOPIC).get(0).format()).isEqualTo(format);
      assertThat(run.received()).isEqualTo(PAYLOAD);
    }
  }

  @Test
  void priorityAndExpiry() throws Exception {
    MessageDescriptor descriptor = descriptorWith("priority: 7, expiry: 60s");
    assertThat(descriptor.priority()).isEqualTo(7);
    assertThat(descriptor.expiryTenths()).isEqualTo(600);
  }

  @Test
  void characterSetAndEncoding() throws Exception {
    MessageDescriptor descriptor = descriptorWith("type: text, ccsid: 819, encoding: 546");
    assertThat(descriptor.ccsid()).isEqualTo(819);
    assertThat(descriptor.encoding()).isEqualTo(546);
    assertThat(descriptorWith("type: text").ccsid()).isEqualTo(1208);
  }

  @Test
  void aKeyBecomesAProperty() throws Exception {
    String file = "messages: {targetClient: jms, keyProperty: orderKey}\n";
    try (DriverOnDouble run = DriverOnDouble.with(file);
        BenchmarkProducer producer = run.producer()) {
      DriverOnDouble.get(producer.sendAsync(Optional.of("k1"), PAYLOAD));
      byte[] data = run.mq().queue(DriverOnDouble.TOPIC).messages().get(0).data();
      assertThat(new String(data, StandardCharsets.ISO_8859_1)).contains("<orderKey>k1</orderKey>");
    }
  }

  @ParameterizedTest
  @CsvSource({"enabled, true", "disabled, false", "as-dest, false"})
  void readAhead(String option, boolean streamed) throws Exception {
    String file = "messages: {persistence: non-persistent, readAhead: %s}%n".formatted(option);
    try (DriverOnDouble run = DriverOnDouble.with(file);
        BenchmarkConsumer consumer = run.consumer()) {
      run.put(PAYLOAD);
      assertThat(run.received()).isEqualTo(PAYLOAD);
      DoubleJournal journal = run.mq().journal();
      assertThat(journal.flows(Opcode.ASYNC_MESSAGE).isEmpty()).isEqualTo(!streamed);
      int options =
          journal.flows(Opcode.MQOPEN, DriverOnDouble.TOPIC).stream()
              .mapToInt(DoubleJournal.Flow::options)
              .filter(o -> (o & 0x10) == 0) // for input
              .findFirst()
              .orElseThrow();
      assertThat(options & (READ_AHEAD | NO_READ_AHEAD))
          .isEqualTo(streamed ? READ_AHEAD : option.equals("disabled") ? NO_READ_AHEAD : 0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"disabled", "as-dest"})
  void putsWaitUnlessTheyAreAllowedNotTo(String option) throws Exception {
    try (DriverOnDouble run = DriverOnDouble.with("messages: {putAsync: " + option + "}\n")) {
      run.put(PAYLOAD);
      assertThat(run.mq().journal().flows(Opcode.MQPUT, DriverOnDouble.TOPIC))
          .allMatch(f -> (f.options() & 0x0001_0000) == 0);
    }
  }
}
