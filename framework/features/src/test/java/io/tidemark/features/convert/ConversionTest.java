package io.tidemark.features.convert;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import io.tidemark.base.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;
import picocli.CommandLine.Model.OptionSpec;

/** What command lines mean. That the files are accepted is tested with all drivers. */
class ConversionTest {
  @TempDir Path folder;

  private static Conversion of(Tool tool, String command) {
    return tool.convert(ShellWords.of(command));
  }

  private static Map<String, Object> workload(Conversion files) {
    return new Yaml().load(files.workloadYaml());
  }

  private static Map<String, Object> driver(Conversion files) {
    return new Yaml().load(files.driverYaml());
  }

  @Test
  void ratesAndLimitsOfPerfTestAreThoseOfOneProducer() {
    Conversion files =
        of(Tool.PERFTEST, "perf-test -x 4 -y 2 -r 500 -C 1000 -z 60 -s 1024 -qq -c 100 -q 50");
    assertThat(workload(files))
        .containsEntry("producersPerTopic", 4)
        .containsEntry("consumerPerSubscription", 2)
        .containsEntry("producerRate", 2_000)
        .containsEntry("messageLimit", 4_000)
        .containsEntry("testDuration", "60s")
        .containsEntry("messageSize", 1_024);
    assertThat(driver(files))
        .containsEntry("queueType", "quorum")
        .containsEntry("messagePersistence", true)
        .containsEntry("confirms", "async")
        .containsEntry("confirmWindow", 100)
        .containsEntry("prefetch", 50)
        .containsEntry("ackEvery", 1);
    assertThat(files.leftOut()).isEmpty();
  }

  @Test
  void clientsOfPerfTestAreSharedOutOverItsQueues() {
    Conversion files =
        of(Tool.PERFTEST, "-qp 'perf-%03d' -qpf 1 -qpt 10 --producers=25 --consumers 20 -r 1");
    assertThat(workload(files))
        .containsEntry("topics", 10)
        .containsEntry("producersPerTopic", 3)
        .containsEntry("consumerPerSubscription", 2)
        .containsEntry("producerRate", 30);
    assertThat(driver(files)).extracting("queues").asString().contains("pattern=perf-%03d");
    assertThat(files.leftOut()).containsKey("-x").doesNotContainKey("-y");
  }

  @Test
  void exchangeAndRoutingKeyOfPerfTestAreThoseOfTheFile() {
    Conversion declared = of(Tool.PERFTEST, "-e orders -t topic -k eu.new -c 100");
    assertThat(driver(declared))
        .containsEntry("exchangeType", "topic")
        .containsEntry(
            "exchange", Map.of("name", "orders", "create", true, "routingKey", "eu.new"));
    assertThat(declared.leftOut()).isEmpty();
    Conversion existing = of(Tool.PERFTEST, "-p -u invoices -k eu.new -c 100");
    assertThat(driver(existing))
        .containsEntry("exchangeType", "direct")
        .containsEntry("exchange", Map.of("name", "direct", "routingKey", "eu.new"))
        .containsEntry("queues", Map.of("existing", true));
    assertThat(existing.leftOut()).containsOnlyKeys("-e");
    Conversion several =
        of(Tool.PERFTEST, "-qp q-%d -qpf 1 -qpt 3 -x 3 -y 3 -e orders -k all -c 100");
    assertThat(driver(several)).containsEntry("exchange", Map.of("name", "orders", "create", true));
    assertThat(several.leftOut()).containsOnlyKeys("-k");
    assertThat(driver(of(Tool.PERFTEST, "-k mine -c 100")))
        .containsEntry("exchange", Map.of("routingKey", "mine"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java -jar perf-test.jar",
        "java -Xmx1g -cp a.jar:b.jar com.rabbitmq.perf.PerfTest",
        "/usr/bin/java -XX:+UseZGC -jar /perf_test/perf-test.jar",
        "docker run -it --rm --network perf-test pivotalrabbitmq/perf-test:latest",
        "docker run --rm -p 8080:8080 -v \"/a:/b\" --name=p -d -h host pivotalrabbitmq/perf-test",
        "sudo podman container run -ti docker.io/pivotalrabbitmq/perf-test",
        "docker exec -it perf bin/runjava com.rabbitmq.perf.PerfTest",
        "docker compose run --rm perf-test",
        "kubectl run -ti perf-test --image=pivotalrabbitmq/perf-test --restart=Never --",
        "JAVA_OPTS=-Xmx1g bin/runjava com.rabbitmq.perf.PerfTest",
        "runjava com.rabbitmq.perf.PerfTest",
      })
  void whatStartsPerfTestIsNotItsOptions(String start) {
    Conversion files = of(Tool.PERFTEST, start + " -x 3 -h amqp://a:b@c -c 10");
    assertThat(workload(files)).containsEntry("producersPerTopic", 3);
    assertThat(driver(files)).containsEntry("amqpUris", List.of("amqp://a:b@c"));
    assertThat(files.leftOut()).isEmpty();
  }

  @Test
  void variablesOfAContainerAreOptionsOfPerfTest() {
    Conversion files =
        of(
            Tool.PERFTEST,
            "docker run -e PRODUCERS=3 --env URI=amqp://c --env=QUORUM_QUEUE=true -e AUTOACK=false"
                + " -e SIZE=30 -e PATH=/bin image -c 10 -s 20");
    assertThat(workload(files))
        .containsEntry("producersPerTopic", 3)
        .containsEntry("messageSize", 30);
    assertThat(driver(files))
        .containsEntry("amqpUris", List.of("amqp://c"))
        .containsEntry("queueType", "quorum")
        .doesNotContainKey("ack");
  }

  @Test
  void metricsOfPerfTestAreNotItsMessageProperties() {
    Conversion files =
        of(
            Tool.PERFTEST,
            "-c 1 -mpr -mpp 8080 -mpe /m -mpx p_ -mt a=b,c=d -mcla -mc -mcl -mjm -mjgc -mjp -mjt"
                + " -mjx -mda -mdk k -mds 10 -mdak k -mdh h -mdd -mdu http://h");
    assertThat(files.leftOut())
        .hasSize(20)
        .allSatisfy((option, why) -> assertThat(why).contains("/metrics"));
    assertThat(driver(files)).doesNotContainKey("messageProperties");
  }

  @Test
  void aDeliveryModeOfPerfTestIsThePersistenceOfMessagesNotOfQueues() {
    Map<String, Object> persistent = driver(of(Tool.PERFTEST, "-mp deliveryMode=2,a=b"));
    assertThat(persistent)
        .containsEntry("messagePersistence", true)
        .containsEntry("queues", Map.of("durable", false))
        .containsEntry("messageProperties", Map.of("headers", Map.of("a", "b")));
    assertThat(driver(of(Tool.PERFTEST, "-f persistent -mp deliveryMode=1")))
        .containsEntry("messagePersistence", false);
    assertThatThrownBy(() -> of(Tool.PERFTEST, "-mp deliveryMode=3"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("deliveryMode=3");
  }

  /** The list of {@code Producer.MESSAGE_PROPERTIES_KEYS} in PerfTest. */
  @Test
  void allPropertiesOfPerfTestAreProperties() {
    Conversion files =
        of(
            Tool.PERFTEST,
            "-c 1 -mp contentType=a,contentEncoding=b,deliveryMode=2,priority=5,correlationId=c,"
                + "replyTo=d,expiration=60000,messageId=e,timestamp=2026-06-03T07:45:54Z,"
                + "type=f,userId=g,appId=h,clusterId=i,headers=j");
    assertThat(driver(files))
        .extracting("messageProperties")
        .asInstanceOf(MAP)
        .containsOnlyKeys(
            "contentType",
            "contentEncoding",
            "priority",
            "correlationId",
            "replyTo",
            "expiration",
            "messageId",
            "type",
            "userId",
            "appId",
            "clusterId");
    assertThat(files.leftOut()).containsOnlyKeys("-mp timestamp", "-mp headers");
  }

  @Test
  void aQueueTypeAmongTheArgumentsOfPerfTestIsTheQueueType() {
    Conversion quorum =
        of(
            Tool.PERFTEST,
            "-x 1 -y 1 -ad false -f persistent -qa x-queue-type=quorum,x-max-length=1000 -z 5");
    assertThat(driver(quorum))
        .containsEntry("queueType", "quorum")
        .containsEntry("queueArguments", Map.of("x-max-length", 1_000))
        .doesNotContainKey("queues");
    assertThat(driver(of(Tool.PERFTEST, "-qq -qa x-queue-type=classic")))
        .containsEntry("queueType", "quorum");
    Conversion transientOne = of(Tool.PERFTEST, "-c 1 -qa x-queue-type=quorum -ad true");
    assertThat(driver(transientOne)).doesNotContainKey("queues");
    assertThat(transientOne.leftOut()).containsOnlyKeys("without -f persistent", "-ad");
  }

  @Test
  void argumentsOfPerfTestHaveTheTypesThatItGivesThem() {
    assertThat(
            driver(
                    of(
                        Tool.PERFTEST,
                        "-qa x-max-length=010,x-dead-letter-exchange=amq.default -qa"
                            + " x-single-active-consumer=yes,x-overflow,x-a=b=c,x-b=true"))
                .get("queueArguments"))
        .isEqualTo(
            Map.of(
                "x-max-length",
                10,
                "x-dead-letter-exchange",
                "",
                "x-single-active-consumer",
                false,
                "x-overflow",
                "",
                "x-a",
                "b",
                "x-b",
                true));
  }

  @Test
  void streamsOfPerfTestHaveItsLimits() {
    assertThat(driver(of(Tool.PERFTEST, "-sq -ma PT1H -smssb 1gb")))
        .containsEntry("prefetch", 200)
        .containsEntry(
            "queueArguments",
            Map.of(
                "x-max-length-bytes",
                20_000_000_000L,
                "x-stream-max-segment-size-bytes",
                1_000_000_000,
                "x-max-age",
                "3600s"));
    assertThat(driver(of(Tool.PERFTEST, "-sq -mlb 0")).get("queueArguments"))
        .isEqualTo(Map.of("x-stream-max-segment-size-bytes", 500_000_000));
  }

  @Test
  void severalQueuesOfPerfTestGetAllMessages() {
    assertThat(workload(of(Tool.PERFTEST, "-u a,b -y 2 -c 1")))
        .containsEntry("topics", 1)
        .containsEntry("subscriptionsPerTopic", 2)
        .containsEntry("consumerPerSubscription", 2);
    assertThat(workload(of(Tool.PERFTEST, "-p -qp q-%02d -qpf 1 -qpt 2 -x 2 -y 2 -c 1")))
        .containsEntry("topicNames", List.of("q-01", "q-02"))
        .containsEntry("producersPerTopic", 1);
  }

  @Test
  void theDefaultExchangeOfPerfTestHasNoName() {
    Map<String, Object> files = driver(of(Tool.PERFTEST, "-e amq.default -u q -k q -c 1"));
    assertThat(files)
        .containsEntry("queues", Map.of("durable", false, "perTopic", true))
        .doesNotContainKey("exchange");
  }

  @Test
  void limitsOfPerfTestThatStopItsConsumersAreMet() {
    Conversion files = of(Tool.PERFTEST, "-A 50 -Q 20 -n 30 -c 1");
    assertThat(driver(files))
        .containsEntry("channelPrefetch", 20)
        .containsEntry("consumerTransactionSize", 20)
        .containsEntry("ackEvery", 20);
    assertThat(files.leftOut()).containsOnlyKeys("-A", "-n");
  }

  @Test
  void rangesAndTimeSpansOfStreamPerfTest() {
    Conversion files =
        of(Tool.STREAM_PERF_TEST, "-sc 2..4 -st s -fvs 1..15 -L 1.5ms -ma 1h30m -mlb 5GB -o NEXT");
    assertThat(workload(files))
        .containsEntry("topics", 3)
        .containsEntry("consumerProcessingTime", "1ms500us");
    assertThat(driver(files)).containsEntry("offset", "next");
    assertThat(driver(files).get("streams"))
        .isEqualTo(Map.of("maxLength", 5_000_000_000L, "maxAge", "5400s"));
    assertThat(driver(files).get("filter"))
        .extracting("set")
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
        .hasSize(15)
        .startsWith("1")
        .endsWith("15");
  }

  @ParameterizedTest
  @CsvSource({
    "-db 4 -dx 6 -dn 5, 4, 3",
    "-dx 6 -dn 3, 4, 3",
    "-db 6 -dn 3, 6, 3",
    "-db 2 -nt 4, 2, 4",
    "-dx 5, 1, 5"
  })
  void queuesOfCphtestpAreARange(String options, int from, int count) {
    Conversion files = of(Tool.CPHTESTP, "-tc Sender -d Q " + options);
    assertThat(workload(files)).containsEntry("topics", count);
    assertThat(driver(files)).containsEntry("queues", Map.of("pattern", "Q%d", "from", from));
    assertThat(driver(files)).containsEntry("messages", Map.of("persistence", "queue-default"));
  }

  @Test
  void perfTestsVariableRateIsPhases() {
    Conversion files = of(Tool.PERFTEST, "-x 2 -c 100 -vr 100:10 -vr 1000:5");
    assertThat(workload(files))
        .containsEntry(
            "phases",
            List.of(Map.of("duration", "10s", "rate", 200), Map.of("duration", "5s", "rate", 2000)))
        .doesNotContainKeys("producerRate", "testDuration");
    assertThat(files.leftOut()).containsOnlyKeys("-z");
  }

  @Test
  void perfTestsVariablesAreRepeatedTogetherUntilItsEnd() {
    Conversion files = of(Tool.PERFTEST, "-vr 100:2 -vr 200:4 -vs 15:3 -vs 20:3 -z 14 -y 0 -c 100");
    assertThat(workload(files).get("phases"))
        .isEqualTo(
            List.of(
                Map.of(
                    "repeat",
                    2,
                    "phases",
                    List.of(
                        Map.of("duration", "2s", "rate", 100, "messageSize", 15),
                        Map.of("duration", "1s", "rate", 200, "messageSize", 15),
                        Map.of("duration", "3s", "rate", 200, "messageSize", 20))),
                Map.of("duration", "2s", "rate", 100, "messageSize", 15)));
    assertThat(files.leftOut()).isEmpty();
  }

  @Test
  void consumersOfPerfTestThatStartLaterJoinWithTheSecondPhase() {
    Conversion files = of(Tool.PERFTEST, "-csd 10 -z 60 -y 2 -r 100");
    assertThat(workload(files).get("phases"))
        .isEqualTo(
            List.of(
                Map.of("duration", "10s", "consumerPerSubscription", 0),
                Map.of("duration", "50s", "consumerPerSubscription", 2)));
  }

  @Test
  void whatARunCannotHaveIsNotInThePhasesOfPerfTest() {
    Conversion limited = of(Tool.PERFTEST, "-csd 10 -z 60 -C 7");
    assertThat(workload(limited)).containsEntry("messageLimit", 7).doesNotContainKey("phases");
    assertThat(limited.leftOut()).containsKey("-csd");
    Conversion silent = of(Tool.PERFTEST, "-vr 0:7 9:3 -z 10");
    assertThat(workload(silent).get("phases")).asString().contains("rate=0", "rate=9");
    assertThatThrownBy(() -> of(Tool.PERFTEST, "-vr 0:7 9:3 -z 7"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("-vr: got '0:7 9:3'; allowed a rate above 0");
    Conversion consuming = of(Tool.PERFTEST, "-x 0 -vr 5:7 -z 7 -p -u q");
    assertThat(workload(consuming)).doesNotContainKey("phases").containsEntry("testDuration", "7s");
  }

  @Test
  void aRequesterOfCphtestpHasRespondersForAllPairsAndRoomForTheEnvelope() {
    Conversion files = of(Tool.CPHTESTP, "-tc Requester -dx 7 -ms 7");
    assertThat(workload(files))
        .containsEntry("requesters", 1)
        .containsEntry("pairs", 7)
        .containsEntry("responders", 7)
        .containsEntry("messageSize", 32);
    assertThat(files.leftOut()).containsKeys("-ms", "responders");
    assertThat(workload(of(Tool.CPHTESTP, "-tc Sender -ms 7"))).containsEntry("messageSize", 7);
  }

  @Test
  void ratesAndClientsOfStreamPerfTestAreSharedOutOverItsStreams() {
    Conversion files =
        of(Tool.STREAM_PERF_TEST, "-x 4 -y 2 -sc 2 -r 500 -z 30 -c 3000 -mlb 5gb -se 100");
    assertThat(workload(files))
        .containsEntry("topics", 2)
        .containsEntry("producersPerTopic", 2)
        .containsEntry("subscriptionsPerTopic", 1)
        .containsEntry("producerRate", 2_000)
        .containsEntry("messageSize", 10);
    assertThat(driver(files))
        .containsEntry("maxUnconfirmed", 3_000)
        .containsEntry("tracking", "auto")
        .containsEntry("trackEvery", 100);
    assertThat(driver(files)).extracting("streams").asString().contains("maxLength=5000000000");
  }

  @Test
  void kafkasPropertiesComeFromFileAndCommandLine() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("client properties"),
            "linger.ms=5\nacks=1\nkey.serializer=none\nbootstrap.servers=a.example.com:9092\n");
    Conversion files =
        of(
            Tool.KAFKA_PRODUCER_PERF_TEST,
            "bin/kafka-producer-perf-test.sh --topic orders --num-records 5000 --record-size 200"
                + " --throughput -1 --command-config '"
                + file
                + "' --producer-props acks=all client.id=0042 --print-metrics");
    assertThat(workload(files))
        .containsEntry("topicNames", List.of("orders"))
        .containsEntry("messageLimit", 5_000)
        .containsEntry("producerRate", "max");
    assertThat(driver(files))
        .containsEntry("commonConfig", Map.of("bootstrap.servers", "a.example.com:9092"))
        .containsEntry(
            "producerConfig", Map.of("acks", "all", "linger.ms", "5", "client.id", "0042"));
    assertThat(files.leftOut()).containsKey("--print-metrics");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "--payload-file events.txt ! {file=events.txt, order=random}",
        "--payload-monotonic ! {template=#{sequence}}",
        "--record-size 200 ! {entropy=1}"
      })
  void bodiesOfKafka(String options, String payload) {
    Conversion files =
        of(
            Tool.KAFKA_PRODUCER_PERF_TEST,
            "--topic t --num-records 5 --bootstrap-server a:1 " + options);
    assertThat(workload(files).get("payload")).hasToString(payload);
    assertThat(workload(files).containsKey("messageSize"))
        .isEqualTo(options.startsWith("--record-size"));
    assertThat(files.leftOut().keySet()).doesNotContain("--payload-delimiter", "--payload-file");
  }

  @Test
  void aDelimiterOfKafkaMayHaveEscapedLineBreaksAndIsNotedIfItIsAPatternThere() {
    String delimiter =
        "--topic t --num-records 5 --bootstrap-server a:1 --payload-file f --payload-delimiter ";
    Conversion breaks = of(Tool.KAFKA_PRODUCER_PERF_TEST, delimiter + "'\\n---\\n'");
    assertThat(workload(breaks).get("payload"))
        .hasToString("{file=f, order=random, delimiter=\n---\n}");
    assertThat(breaks.leftOut()).doesNotContainKey("--payload-delimiter");
    assertThat(of(Tool.KAFKA_PRODUCER_PERF_TEST, delimiter + "'[;,]'").leftOut())
        .containsKey("--payload-delimiter");
  }

  @Test
  void bodiesOfPerfTestAreFilesOrRandomDocuments() {
    assertThat(workload(of(Tool.PERFTEST, "-z 5 -B 'a.json, b.json' -T application/json")))
        .containsEntry("payload", Map.of("corpus", List.of("a.json", "b.json")))
        .doesNotContainKey("messageSize");
    assertThat(workload(of(Tool.PERFTEST, "-z 5 -B a.json")))
        .containsEntry("payload", Map.of("corpus", "a.json"));
    Conversion json = of(Tool.PERFTEST, "-z 5 -jb -s 1000 -bc 7");
    assertThat(workload(json)).doesNotContainKey("messageSize");
    assertThat(workload(json).get("payload"))
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
        .containsEntry("contentType", "json")
        .containsEntry("poolSize", 7)
        .hasEntrySatisfying(
            "template", template -> assertThat(template.toString().split(", ")).hasSize(8));
    assertThat(json.leftOut()).containsKeys("-jb");
  }

  @Test
  void aRequesterOfCphtestpIsAWorkloadWithBothSides() {
    Conversion files =
        of(
            Tool.CPHTESTP,
            "cphtestp -nt 20 -ms 2048 -rl 90 -tc Requester -iq REQUEST -oq REPLY -db 1 -dn 10 -jb"
                + " QM1 -jh mq.example.com -jp 1415 -jc APP -pp -tx -ss 5 -to 30");
    assertThat(workload(files))
        .containsEntry("pattern", "request-reply")
        .containsEntry("requesters", 20)
        .containsEntry("pairs", 10)
        .containsEntry("messageSize", 2_048)
        .containsEntry("testDuration", "90s")
        .containsEntry("replyTimeout", "30s")
        .doesNotContainKey("producerRate");
    assertThat(driver(files))
        .containsEntry("connectionNames", "mq.example.com(1415)")
        .containsEntry("queueManager", "QM1")
        .containsEntry("messages", Map.of("persistence", "persistent"))
        .doesNotContainKey("ccdtUrl")
        .containsEntry(
            "requestReply",
            Map.of(
                "requestQueues", "REQUEST%d",
                "replyQueues", "REPLY%d",
                "from", 1,
                "correlation", "message-id",
                "transacted", true));
  }

  @Test
  void whatASenderOfCphtestpDoesNotHaveIsNoted() {
    Conversion sender =
        of(Tool.CPHTESTP, "-tc Sender -txp -wi 10 -to 30 -co -cs -iq REQUEST -cc 20");
    assertThat(sender.leftOut()).containsKeys("-txp", "-wi", "-to", "-co", "-cs", "-iq", "-cc");
    Conversion selecting = of(Tool.CPHTESTP, "-tc Requester -cs");
    assertThat(driver(selecting)).extracting("requestReply").asString().contains("=session");
  }

  /** Those that are not whole numbers, or that have the value 7 by default or in effect. */
  private static final Map<String, String> VALUES =
      Map.ofEntries(
          entry("-ad", "true"),
          entry("-ca", "a=b"),
          entry("-cal", "random"),
          entry("-ccdt", "file:a.json"),
          entry("-ar", "MQCNO_RECONNECT"),
          entry("-co", "false"),
          entry("-cr", "false"),
          entry("-f", "persistent"),
          entry("-jt", "mqb"),
          entry("-ma", "PT1H"),
          entry("-mp", "a=b"),
          entry("-o2p", "a=b"),
          entry("-qa", "a=b"),
          entry("-rs", "7000"),
          entry("-vl", "7:7"),
          entry("-vr", "7:7"),
          entry("-vs", "70:7"),
          entry("-ll", "balanced"),
          entry("-mlb", "7gb"),
          entry("-qp", "q-%d -qpf 1 -qpt 3"),
          entry("-qpf", "2 -qp q-%d -qpt 3"),
          entry("-qpt", "3 -qp q-%d -qpf 1"),
          entry("-s", "70"),
          entry("-sac", "true"),
          entry("-dbs", "false"),
          entry("-lb", "true"),
          entry("-frfc", "true"),
          entry("-t", "topic"),
          entry("-o2uri", "http://a.example.com -o2id a -o2sec b"),
          entry("-o2id", "a -o2uri http://a.example.com -o2sec b"),
          entry("-o2sec", "a -o2uri http://a.example.com -o2id b"),
          entry("-fvs", "1..3"),
          entry("--credits", "7-3"),
          entry("--producer-props", "a=b"),
          entry("--command-property", "a=b"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PERFTEST                 | -c 100 -z 60",
        "STREAM_PERF_TEST         | -x 2",
        "KAFKA_PRODUCER_PERF_TEST | --topic t --num-records 5 --bootstrap-server a:1",
        "CPHTESTP                 | -tc Requester",
        "CPHTESTP                 | -tc Sender"
      })
  void noOptionIsDroppedWithoutANote(Tool tool, String command) throws IOException {
    Path properties = Files.writeString(folder.resolve("p"), "acks=1\n");
    Conversion plain = of(tool, command);
    List<String> dropped = new ArrayList<>();
    for (OptionSpec option : tool.options().all()) {
      String name = option.names()[0];
      String otherwise = name.contains("config") ? properties.toString() : "7";
      boolean valued = VALUES.containsKey(name) || option.arity().min() > 0;
      String given = valued ? name + " " + VALUES.getOrDefault(name, otherwise) : name;
      if (!name.equals("-tc") && isDropped(tool, command + " " + given, name, plain)) {
        dropped.add(given);
      }
    }
    assertThat(dropped).isEmpty();
  }

  private static boolean isDropped(Tool tool, String command, String option, Conversion plain) {
    try {
      Conversion files = of(tool, command);
      return files.workloadYaml().equals(plain.workloadYaml())
          && files.driverYaml().equals(plain.driverYaml())
          && !files.leftOut().containsKey(option);
    } catch (UsageException e) {
      assertThat(e).hasMessageContaining(option + ": got '"); // Requester -cc 7, -co without -ses
      return false;
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CPHTESTP | -tc Requester -cc 20          | -cc: got '20'; allowed 1 with Requester",
        "PERFTEST | -x many                       | -x: got 'many'; allowed a whole number",
        "PERFTEST | --producer 1                  | --producer",
        "PERFTEST | -vr 100                       | -vr: got '100'; allowed VALUE:SECONDS",
        "PERFTEST | -qa =5                        | -qa: got '=5'; allowed key=value",
        "PERFTEST | -A 200 -q 100                 | -A: got '200'; allowed up to -q 100",
        "PERFTEST | -sq -A 201                    | -A: got '201'; allowed up to -q 200",
        "PERFTEST | -qq -sq                       | -sq: got '-qq'; allowed one of them",
        "PERFTEST | -qa x-queue-type=lazy         | x-queue-type=lazy",
        "PERFTEST | -r 0                          | -r: got '0'",
        "PERFTEST | -r Infinity                   | -r: got 'Infinity'",
        "PERFTEST | -P 0.05                       | -P: got '0.05'",
        "PERFTEST | -qp q-%d -qpf 1               | -qpt is missing",
        "PERFTEST | -qp q-%d -qpf 5 -qpt 1        | -qpt: got '1'",
        "PERFTEST | -ll random                    | -ll: got 'random'",
        "PERFTEST | -sco soon                     | -sco: got 'soon'",
        "PERFTEST | -mlb 5x                       | -mlb: got '5x'",
        "PERFTEST | -sq -mlb 1gb -smssb 2gb       | -smssb: got '2gb'; allowed less than -mlb",
        "STREAM_PERF_TEST | -fvs 5..1             | -fvs: got '5..1'",
        "STREAM_PERF_TEST | -co gzip              | -co: got 'gzip'; allowed none, or -ses",
        "STREAM_PERF_TEST | -sc 0                 | -sc: got '0'",
        "STREAM_PERF_TEST | -L soon               | -L: got 'soon'",
        "KAFKA_PRODUCER_PERF_TEST | --topic t --num-records 5 --throughput 0 | --throughput: got '0'",
        "KAFKA_PRODUCER_PERF_TEST | --topic t --num-records 5 --record-size 5 --payload-monotonic |"
            + " --payload-monotonic: got 'with --record-size'",
        "CPHTESTP | -tc Requester -tx -txp        | -txp: got 'true with -tx'",
        "PERFTEST | -ma 10m                       | -ma: got '10m'; allowed an ISO 8601 duration",
        "PERFTEST | -d \"open                     | quotation mark",
        "CPHTESTP | -tc Responder                 | -tc: got 'Responder'; allowed Requester or"
            + " Sender",
        "KAFKA_PRODUCER_PERF_TEST | --topic t     | --num-records is missing",
        "KAFKA_PRODUCER_PERF_TEST | --num-records 5 --command-config /none --topic t |"
            + " /none: no such file or folder"
      })
  void whatTheToolWouldRefuseIsOneError(Tool tool, String command, String message) {
    assertThatThrownBy(() -> of(tool, command))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("Exception");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "a  b      | a,b",
        "'a b' c   | a b,c",
        "a\\ b     | a b",
        "\"a\\\"b\" | a\"b",
        "'' x      | ,x",
        "a'b'\"c\" | abc"
      })
  void wordsAreThoseOfAShell(String line, String words) {
    assertThat(String.join(",", ShellWords.of(line))).isEqualTo(words);
  }
}
