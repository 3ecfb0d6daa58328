package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Where;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What messages and results tell of where connections go. */
class WhereTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "https://app:secret@host/mq/ccdt.json CCDT https://host/mq/ccdt.json",
        "https://host/ccdt.json?token=secret CCDT https://host/ccdt.json",
        "file:///var/mqm/ccdt.json CCDT file:///var/mqm/ccdt.json"
      })
  void aCcdtIsReportedWithoutSecrets(String url, String ccdt, String shown) {
    Where where = new Where("", "", "", 1414, url, "", "", "");
    assertThat(where.address()).isEqualTo(ccdt + " " + shown);
    assertThat(where.toString()).doesNotContain("secret");
  }

  @Test
  void anAddressOfArtemisIsReportedWithoutSecrets() {
    String urls = "tcp://a:1?trustStorePassword=secret,b@c,tcp://b:2?password=secret";
    assertThat(new Where(urls, "", "", 1414, "", "", "", "").address())
        .isEqualTo("tcp://a:1,tcp://b:2");
  }
}
