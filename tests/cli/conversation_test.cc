#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <string_view>
#include <utility>

#include "cli/sample_command.h"

/// Conversations with a command through two pipes.

namespace panarc {
namespace {

using testing::HasSubstr;

/// A command that is talked to.
class Conversation {
 public:
  Conversation(const test::TemporaryDirectory& directory, const std::string& arguments) {
    int input[2];
    int output[2];
    EXPECT_EQ(pipe(input), 0);
    EXPECT_EQ(pipe(output), 0);
    const std::string command =
        fmt::format("D='{}'; exec '{}' {}", directory / "", PANARC_COMMAND, arguments);
    process_ = fork();
    if (process_ == 0) {
      dup2(input[0], STDIN_FILENO);
      dup2(output[1], STDOUT_FILENO);
      for (const int end : {input[0], input[1], output[0], output[1]}) close(end);
      execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      _exit(127);
    }
    close(input[0]);
    close(output[1]);
    to_ = input[1];
    from_ = output[0];
  }
  ~Conversation() {
    if (to_ >= 0) close(to_);
    close(from_);
    // Whatever has not been answered by now will not be.
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;
  Conversation(Conversation&&) = delete;
  Conversation& operator=(Conversation&&) = delete;

  void say(const std::string& text) const {
    EXPECT_EQ(write(to_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  /// The next answer, up to the empty line at its end; what there is of it if nothing more comes.
  [[nodiscard]] std::string answer(std::string_view end_of_answer = "\n\n") const {
    constexpr int kPatience = 20'000;  // milliseconds
    std::string text;
    pollfd ready{from_, POLLIN, 0};
    char letter = 0;
    while (!text.ends_with(end_of_answer) && poll(&ready, 1, kPatience) == 1 &&
           read(from_, &letter, 1) == 1) {
      text += letter;
    }
    return text;
  }
  /// What comes after the end of the input.
  [[nodiscard]] std::string end() {
    close(std::exchange(to_, -1));
    return answer();
  }

 private:
  pid_t process_ = -1;
  int to_ = -1;
  int from_ = -1;
};

class Conversations : public test::SampleCommand {
 protected:
  Conversations() : SampleCommand(" -q --pipeline --fast -o $D/m") {}
  void SetUp() override { ASSERT_EQ(train("").status, 0); }

  /// Expects every line of a text to be answered before the next is written.
  void expect_answers_lines(const std::string& command) const {
    Conversation conversation(directory_, command);
    conversation.say("It rains.\n");
    EXPECT_THAT(conversation.answer(), HasSubstr("\n2\trains\t")) << command;
    conversation.say("They stay.\r\n");
    EXPECT_THAT(conversation.answer(), HasSubstr("\tSpacesAfter=\\r\\n\n")) << command;
    conversation.say("\nWe go");
    conversation.say(".\n");
    const std::string last = conversation.answer();
    EXPECT_THAT(last, HasSubstr("# newpar\n")) << command;
    EXPECT_THAT(last, HasSubstr("SpacesBefore=\\n\n")) << command;
    conversation.say("\n");
    EXPECT_EQ(conversation.end(), "") << command;
  }
  void expect_answers_sentences(const std::string& command) const {
    Conversation conversation(directory_, command);
    const std::string_view sentences[] = {
        "1\tIt\t_\t_\t_\t_\t_\t_\t_\t_\n2\trains\t_\t_\t_\t_\t_\t_\t_\t_\n",
        "1\tWe\t_\t_\t_\t_\t_\t_\t_\t_\n"};
    for (const std::string_view sentence : sentences) {
      conversation.say(std::string(sentence));
      conversation.say("\n");
      EXPECT_THAT(conversation.answer(), HasSubstr(sentence.substr(0, 5))) << command;
    }
    EXPECT_EQ(conversation.end(), "") << command;
  }
};

TEST_F(Conversations, ALineOfTextIsAnsweredAtItsEnd) {
  expect_answers_lines("parse $D/m --text --lines sentences -q");
  expect_answers_lines("parse $D/m --text --lines sentences -q --threads 2");
  expect_answers_lines("parse $D/m --text --lines sentences --language en -q");
  expect_answers_lines("tokenize $D/m --lines sentences -q");
}

TEST_F(Conversations, ASentenceIsAnsweredAtItsEmptyLine) {
  for (const char* command : {"parse $D/m -q", "parse $D/m -q --threads 2", "tag $D/m -q",
                              "tag $D/m -q --threads 2", "parse $D/m -q --k-best 1"}) {
    expect_answers_sentences(command);
  }
}

TEST_F(Conversations, ASentenceIsAnsweredByALineOfJson) {
  for (const char* command : {"parse $D/m -q --json", "parse $D/m -q --json --threads 2"}) {
    Conversation conversation(directory_, command);
    for (const char* form : {"It", "We"}) {
      conversation.say(fmt::format("1\t{}\t_\t_\t_\t_\t_\t_\t_\t_\n\n", form));
      const std::string answer = conversation.answer("\n");
      EXPECT_TRUE(
          answer.starts_with(fmt::format(R"({{"text":"{0}","words":[{{"id":1,"form":"{0}")", form)))
          << answer;
      EXPECT_TRUE(answer.ends_with("}\n")) << answer;
    }
    EXPECT_EQ(conversation.end(), "") << command;
  }
}

}  // namespace
}  // namespace panarc
