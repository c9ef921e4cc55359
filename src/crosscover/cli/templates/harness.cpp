// Runs your solver for crosscover: reads a puzzle per line and answers each with a line, both in JSON.
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>

// Your solver begins here.
// The solution of a puzzle of 81 characters, '.' for an empty cell; std::nullopt if it has no solution.
static std::optional<std::string> solve(const std::string &puzzle) {
    (void)puzzle;
    throw std::logic_error("put your solver into harness.cpp, between the two comments");
}
// Your solver ends here.

int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        const auto begin = line.find('"', line.find(':')) + 1;
        try {
            const auto solution = solve(line.substr(begin, line.find('"', begin) - begin));
            std::cout << (solution ? "{\"solution\": \"" + *solution + "\"}" : "{\"refusal\": \"none\"}") << std::endl;
        } catch (const std::exception &error) {
            std::string text = error.what();
            for (char &character : text)
                if (character == '"' || character == '\\' || static_cast<unsigned char>(character) < ' ')
                    character = ' ';
            std::cout << "{\"error\": \"" << text << "\"}" << std::endl;
        }
    }
}
