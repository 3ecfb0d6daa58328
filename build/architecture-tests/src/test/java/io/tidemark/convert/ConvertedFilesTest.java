package io.tidemark.features.convert;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.UsageException;
import io.tidemark.driver.DescribedDriver;
import io.tidemark.driver.settings.SettingProblem;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.driverfile.DriverFileReader;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problem.Severity;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.runs.Installation;
import io.tidemark.runs.suite.DriverChecks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Model.OptionSpec;

/** What {@code bin/benchmark convert} prints is accepted by the readers and by the real drivers. */
class ConvertedFilesTest {
  @TempDir Path folder;

  static Stream<Arguments> commands() {
    return Stream.concat(
        perfTest().map(command -> Arguments.of(Tool.PERFTEST, command)),
        Stream.of(
            Arguments.of(
                Tool.KAFKA_PRODUCER_PERF_TEST,
                "--topic t --num-records 1000000 --record-size 1000 --throughput 5000"
                    + " --producer-props bootstrap.servers=a.example.com:9092 acks=all linger.ms=1"
                    + " --reporting-interval 1000 --warmup-records 1000"),
            Arguments.of(
                Tool.KAFKA_PRODUCER_PERF_TEST,
                "--topic t --num-records 1000 --payload-monotonic --throughput -1"
                    + " --bootstrap-server a.example.com:9092 --transaction-duration-ms 100"
                    + " --command-property acks=all"),
            Arguments.of(Tool.STREAM_PERF_TEST, "-x 1"),
            Arguments.of(
                Tool.STREAM_PERF_TEST,
                "stream-perf-test --uris rabbitmq-stream://a.example.com:5552 -x 2 -y 2 -sc 2 -s 1000"
                    + " -r 500 -z 60 -c 5000 -bs 50 -ses 10 -co gzip -mlb 5gb -smssb 100mb -ic 5"
                    + " -o first -se 10000 -L 100 -pbc 5 -cbc 5 -lb -frfc -rt 20 -b 30 -cri 5:10"
                    + " -ll balanced -imc 3 -dbs true -bpd 50"),
            Arguments.of(Tool.STREAM_PERF_TEST, "-sst -ssp 5 -sac -pn p-%d -fvs a,b -fv a -fs 16"),
            Arguments.of(
                Tool.CPHTESTP,
                "./cphtestp -nt 10 -ms 2048 -rl 90 -id 1 -tx -pp -tc Requester -ss 10 -iq REQUEST"
                    + " -oq REPLY -db 1 -dx 10 -dn 10 -jp 1420 -jc SYSTEM.DEF.SVRCONN -jb PERF0"
                    + " -jt mqc -jh server.example.com -wt 10 -wi 10 -to -1 -us app -pw secret"),
            Arguments.of(Tool.CPHTESTP, "-tc Requester -co false -rt 100 -mg 50 -jy -cr false"),
            Arguments.of(Tool.CPHTESTP, "-tc Sender -d QUEUE -dx 6 -dn 3 -nt 6 -tx -cc 20 -rl 0")));
  }

  /** Each option that is converted occurs. */
  private static Stream<String> perfTest() {
    return Stream.of(
        "",
        "bin/runjava com.rabbitmq.perf.PerfTest -x 1 -y 2 -u throughput-test-1 -a --id 'test 1' -z 60",
        "-h amqp://u:p@a.example.com/%2f -x 2 -y 4 -qq -c 3000 -ct 60 -q 200 -A 100 -f persistent"
            + " -f mandatory -s 4000 -r 1000 -i 5 -C 100000",
        "-H amqps://a.example.com,amqps://b.example.com -se -sq -sco first -ma PT1H -smssb 1000000"
            + " -mlb 5000000 -x 1 -y 1 -s 100",
        "-qp perf-%d -qpf 1 -qpt 10 -x 10 -y 10 -ad true -t topic -K -n 50 -m 20 -P 0.5",
        "-vr 100:10 -vr 200:20 -vs 1000:5 -vs 2000:5 -vl 1000:15 -z 100 -x 2 -y 2",
        "-csd 10 -z 60 -x 2 -y 2 -r 100",
        "-e orders -t topic -k eu.new -qq -c 100",
        "-p -u invoices -e amq.direct -k invoices -c 100",
        "-p -u invoices -k invoices -c 100",
        "-qp q-%d -qpf 1 -qpt 3 -e orders -k all -c 100",
        "-e hashed -t x-consistent-hash -k all -c 100",
        "-k mine -c 100",
        "-u existing -p -y 0 -x 3 -vr 100:10 -vr 200:10 -mp priority=5,custom=abc -T text/plain",
        "-vl 1000:10 -vl 5000:10 -po -pi 20 -na -re false -ca x-priority=10 -Q 300",
        "-E -L 2000 -b 30 -prsd 10 -st 20 -ctp 4 -niot 4 -dcr -cri 2-4 -S -X 2 -Y 3",
        "-o2uri https://a.example.com/token -o2id me -o2sec secret -o2p orgId=1 -o2p audience=x"
            + " -qa x-max-length=1000 -ll balanced -qq -R 100 -o out.csv");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void areValid(Tool tool, String command) throws Exception {
    Conversion files = tool.convert(ShellWords.of(command));
    Path workload = Files.writeString(folder.resolve("workload.yaml"), files.workloadYaml());
    Path driver = Files.writeString(folder.resolve("driver.yaml"), files.driverYaml());
    Problems problems = new Problems();
    ReadOptions options = ReadOptions.ofProcess(false);
    new WorkloadReader(options, problems).read(workload, Overrides.NONE);
    new DriverChecks(Installation.catalog(), problems).read(driver, Overrides.NONE, options);
    List<String> wrong =
        problems.all().stream()
            .filter(problem -> problem.severity() != Severity.NOTICE)
            .map(Problem::oneLine)
            .toList();
    assertThat(wrong).as(files.workloadYaml() + files.driverYaml()).isEmpty();
  }

  /** Values that each tool takes, beside numbers; * is the folder of the test. */
  private static final Map<String, String> VALUES =
      Map.ofEntries(
          entry("-ad", "true"),
          entry("-ar", "MQCNO_RECONNECT"),
          entry("-B", "*/a.json,*/b.json"),
          entry("-ca", "x-priority=5"),
          entry("-ccdt", "http://a.example.com/c.json"),
          entry("-dbs", "false"),
          entry("-e", "orders"),
          entry("-f", "persistent mandatory"),
          entry("-fs", "16"),
          entry("-fv", "1,2"),
          entry("-fvs", "1..15"),
          entry("-h", "amqp://a.example.com"),
          entry("-H", "amqp://a.example.com,amqp://b.example.com"),
          entry("-jt", "mqb"),
          entry("-ll", "balanced"),
          entry("-ma", "PT1H"),
          entry("-mlb", "5gb"),
          entry("-mp", "priority=5,messageId=m,custom=abc,deliveryMode=2"),
          entry("-o", "first"),
          entry("-o2id", "a -o2uri https://a.example.com -o2sec s"),
          entry("-o2p", "a=b -o2uri https://a.example.com -o2id a -o2sec s"),
          entry("-o2sec", "s -o2uri https://a.example.com -o2id a"),
          entry("-o2uri", "https://a.example.com -o2id a -o2sec s"),
          entry("-qa", "x-max-length=1000,x-dead-letter-exchange=amq.default"),
          entry("-qp", "q-%d -qpf 1 -qpt 3"),
          entry("-qpf", "2 -qp q-%d -qpt 3"),
          entry("-qpt", "3 -qp q-%d -qpf 1"),
          entry("-re", "false"),
          entry("-sco", "first"),
          entry("-smssb", "100mb"),
          entry("-t", "topic"),
          entry("-vl", "7:7 9:3"),
          entry("-vr", "0:7 9:3"),
          entry("-vs", "7:7 9:3"),
          entry("--bootstrap-server", "b.example.com:9092"),
          entry("--command-config", "*/p"),
          entry("--command-property", "acks=all"),
          entry("--credits", "10-5"),
          entry("--payload-file", "*/a.json"),
          entry("--producer.config", "*/p"),
          entry("--producer-props", "acks=all linger.ms=5"),
          entry("--reporting-interval", "700"),
          entry("--transaction-duration-ms", "700"),
          entry("stream-perf-test -co", "gzip -ses 2"),
          entry("stream-perf-test -u", "rabbitmq-stream://a.example.com:5552"));

  /** What a tool refuses itself, or a load of nothing. */
  private static final String REFUSED =
      ".*(-A: got .* up to -q|-sq: got|-smssb: got .* less than -mlb|-fvs: got .* -ses|one of them"
          + "|-cc: got .* with Requester|-dn: got|-vr: got .* before -z).*";

  private record Command(Tool tool, String line) {}

  /** Some by a seed; {@code -Dconvert.pairs=100000} is all of them, and takes minutes. */
  @Test
  void pairsOfOptionsAreValidToo() throws Exception {
    writeFilesOfOptions();
    List<Command> commands = new ArrayList<>();
    for (String base : List.of("-z 60", "-c 100 -y 3 -qq")) {
      commands.addAll(pairs(Tool.PERFTEST, base));
    }
    commands.addAll(pairs(Tool.STREAM_PERF_TEST, "-x 2"));
    commands.addAll(
        pairs(
            Tool.KAFKA_PRODUCER_PERF_TEST,
            "--topic t --num-records 5 --bootstrap-server a.example.com:9092"));
    for (String role : List.of("Requester", "Sender")) {
      commands.addAll(pairs(Tool.CPHTESTP, "-tc " + role));
    }
    Collections.shuffle(commands, new Random(52));
    int samples = Math.min(commands.size(), Integer.getInteger("convert.pairs", 60));
    List<String> wrong = new ArrayList<>();
    int converted = 0;
    for (Command command : commands.subList(0, samples)) {
      try {
        problems(command).forEach(problem -> wrong.add(command + ": " + problem));
        converted++;
      } catch (UsageException e) {
        if (!String.valueOf(e.getMessage()).matches(REFUSED)) {
          wrong.add(command + ": " + e.getMessage());
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(converted).isGreaterThan(samples / 2);
  }

  private void writeFilesOfOptions() throws Exception {
    for (String name : List.of("a.json", "b.json")) {
      Files.writeString(folder.resolve(name), "{}\n");
    }
    Files.writeString(folder.resolve("p"), "linger.ms=5\n");
  }

  /** What each option becomes, beside what the command line without it becomes. */
  @Test
  void thePageOfOptionsIsWhatIsConverted() throws Exception {
    writeFilesOfOptions();
    Map<Tool, String> bases =
        Map.of(
            Tool.PERFTEST, "-z 60",
            Tool.STREAM_PERF_TEST, "-x 2",
            Tool.KAFKA_PRODUCER_PERF_TEST, "--topic t --num-records 5 --bootstrap-server a:9092",
            Tool.CPHTESTP, "-tc Requester");
    StringBuilder page =
        new StringBuilder(
            "<!-- Generated from declarations in the code; -Dtidemark.write=true makes it anew. -->\n"
                + "# Options of other tools\n");
    for (Tool tool : Tool.values()) {
      page.append("\n## %s's options\n\n".formatted(tool));
      page.append("With these values, beside `%s`:\n\n".formatted(bases.get(tool)));
      page.append("| option | workload | driver file | note |\n|---|---|---|---|\n");
      for (OptionSpec option : tool.options().all()) {
        page.append(row(tool, bases.get(tool), option));
      }
    }
    Path file = Path.of("../../docs/reference/converted-options.md");
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(file, page);
    }
    assertThat(Files.readString(file)).isEqualTo(page.toString());
  }

  private String row(Tool tool, String base, OptionSpec option) {
    String name = option.names()[0];
    String reason = tool.options().reason(name);
    String given = reason.isEmpty() ? (name + " " + value(tool, option)).strip() : "";
    String workload = "";
    String driver = "";
    if (reason.isEmpty()) {
      try {
        Conversion without = tool.convert(ShellWords.of(base));
        Conversion with =
            tool.convert(ShellWords.of(base + " " + given.replace("*", folder.toString())));
        workload = added(with.workloadYaml(), without.workloadYaml());
        driver = added(with.driverYaml(), without.driverYaml());
        reason = with.leftOut().getOrDefault(name, "");
      } catch (UsageException e) {
        reason = String.valueOf(e.getMessage());
      }
    }
    String names = "`" + String.join("` `", option.names()) + "`";
    String values = given.equals(name) ? "" : given.replaceFirst("^\\S+", "");
    return "| %s%s | %s | %s | %s |\n"
        .formatted(names, values, workload, driver, reason)
        .replace(folder.toString(), ".")
        .replace("*/", "./")
        .replaceAll("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}", "UUID");
  }

  private static String added(String with, String without) {
    List<String> before = without.lines().toList();
    return with.lines()
        .filter(line -> !before.contains(line))
        .map(line -> "`" + line.strip().replace("|", "\\|") + "`")
        .collect(Collectors.joining(" "));
  }

  private static String value(Tool tool, OptionSpec option) {
    String name = option.names()[0];
    String number = option.arity().min() > 0 ? "7" : "";
    return VALUES.getOrDefault(tool + " " + name, VALUES.getOrDefault(name, number));
  }

  private List<Command> pairs(Tool tool, String base) {
    List<String> words = List.of(base.split(" "));
    List<String> options = new ArrayList<>();
    for (OptionSpec option : tool.options().all()) {
      String name = option.names()[0];
      boolean fixed = name.equals("-tc") || name.equals("--topic");
      boolean again = option.arity().max() == 0 && words.contains(name);
      if (tool.options().reason(name).isEmpty() && !fixed && !again) {
        options.add((name + " " + value(tool, option).replace("*", folder.toString())).strip());
      }
    }
    List<Command> pairs = new ArrayList<>();
    for (int i = 0; i < options.size(); i++) {
      pairs.add(new Command(tool, base + " " + options.get(i)));
      for (String second : options.subList(i + 1, options.size())) {
        pairs.add(new Command(tool, base + " " + options.get(i) + " " + second));
      }
    }
    return pairs;
  }

  /**
   * Checks the files as {@link DriverChecks} does, without loading the driver's classes each time.
   */
  private List<String> problems(Command command) throws Exception {
    Conversion files = command.tool().convert(ShellWords.of(command.line()));
    Path workload = Files.writeString(folder.resolve("workload.yaml"), files.workloadYaml());
    Path driver = Files.writeString(folder.resolve("driver.yaml"), files.driverYaml());
    Problems problems = new Problems();
    ReadOptions options = ReadOptions.ofProcess(false);
    new WorkloadReader(options, problems).read(workload, Overrides.NONE);
    DriverFile file =
        new DriverFileReader(options, problems, name -> Optional.of(described(name).settings()))
            .read(driver, Overrides.NONE)
            .orElseThrow();
    return Stream.concat(
            problems.errors().stream().map(Problem::oneLine),
            described(file.driverClass()).validate(file.configuration()).stream()
                .filter(problem -> !problem.warning())
                .map(SettingProblem::toString))
        .toList();
  }

  private static DescribedDriver described(String driverClass) {
    try {
      return (DescribedDriver) Class.forName(driverClass).getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
