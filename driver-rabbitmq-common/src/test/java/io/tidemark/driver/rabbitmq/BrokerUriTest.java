package io.tidemark.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerUriTest {
  /** A password that contains it, or is it, must not be in a message. */
  private static final String SECRET = "S3cret";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7/Top/S3cret",
        "12/S3cret34",
        "/S3cret",
        "//S3cret",
        "a:/S3cret",
        "#S3cret",
        "S3cret#1",
        "S3cret?x",
        "S3cret/",
        "S3@cret@S3cret",
        "@S3cret",
        "S3cret%",
        "S3cret 1",
        "S3cret[1]/",
        "S3cret\\",
        "S3cret,amqp://S3cret"
      })
  void aPasswordThatIsNotEncodedIsRefusedAndNotPrinted(String password) {
    for (String scheme : List.of("amqp", "rabbitmq-stream", "http")) {
      for (String host : List.of("127.0.0.1", "h:1234", "h/vhost")) {
        List<String> text = List.of(scheme + "://bob:" + password + "@" + host);
        assertThatThrownBy(() -> BrokerUri.parseAll(text, scheme))
            .as("%s", text)
            .isInstanceOf(IllegalArgumentException.class)
            .message()
            .doesNotContain(SECRET, "cret", "bob", "Top")
            .containsAnyOf("percent-encoded", "allowed");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "S3cret://x",
        "S3cret:x@h",
        "S3cret",
        "amqp://S3cret:99999",
        "amqp:///S3cret",
        "amqp://h/S3cret/x",
        "amqp://h/x#S3cret",
        "amqp://h/?S3cret"
      })
  void noPartOfAWrongAddressIsPrinted(String text) {
    assertThatThrownBy(() -> BrokerUri.parse(text, "amqp"))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .doesNotContainIgnoringCase(SECRET);
  }

  @Test
  void passwordsMayHaveColonsAndCommas() {
    assertThat(BrokerUri.parseAll(List.of("amqp://u:a:b,c,@h, amqp://u:p%40%2F%2C%25@h2,"), "amqp"))
        .containsExactly(
            new BrokerUri(false, "h", 5672, "/", "u", "a:b,c,"),
            new BrokerUri(false, "h2", 5672, "/", "u", "p@/,%"));
  }

  @Test
  void schemesHaveNoCaseAndHostsAnyName() {
    assertThat(BrokerUri.parse("AMQP://rabbit_mq", "amqp").address()).isEqualTo("rabbit_mq:5672");
    assertThat(BrokerUri.parse("AmqpS://u:p@rabbit_mq:1/v", "amqp"))
        .isEqualTo(new BrokerUri(true, "rabbit_mq", 1, "v", "u", "p"));
    assertThat(BrokerUri.parse("HTTP://b\u00fccher", "http").address())
        .isEqualTo("xn--bcher-kva:15672");
    assertThat(BrokerUri.parse("rabbitmq-stream+TLS://[::1]", "rabbitmq-stream").address())
        .isEqualTo("[::1]:5551");
  }

  @Test
  void onlyAddressesWithoutALoginGetAnother() {
    assertThat(
            BrokerUri.parseAll(
                List.of("http://h", "http://u:p@h"), "http", uri -> uri.withLogin("a", "7/b@c")))
        .extracting(BrokerUri::password)
        .containsExactly("7/b@c", "p");
  }

  @Test
  void aPasswordThatLooksLikeTheNextAddressIsRefusedWithoutAnyPartOfIt() {
    for (String password :
        List.of("12,http://s3cret", "12,http://s3cret:x", "12, http://s3cret:")) {
      assertThatThrownBy(
              () -> BrokerUri.parseAll(List.of("http://bob:" + password + "@real"), "http"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a login after an address without one")
          .hasMessageContaining("percent-encoded")
          .hasMessageNotContaining("s3cret");
    }
  }
}
