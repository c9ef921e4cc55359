#!/usr/bin/env perl
# solve.pl < puzzles    one puzzle of 81 characters a line
use strict;
use warnings;

sub keys_of {
    my ($i, $d) = @_;
    return ($i, 'r' . int($i / 9) . $d, 'c' . $i % 9 . $d, 'b' . int($i / 27) . int($i % 9 / 3) . $d);
}

sub solve {
    my ($s) = @_;
    my (%done, %moves, $best);
    for my $i (grep { substr($s, $_, 1) ne '.' } 0 .. 80) {
        $done{$_} = 1 for keys_of($i, substr $s, $i, 1);
    }
    for my $i (0 .. 80) {
        for my $d (1 .. 9) {
            my @new = grep { !$done{$_} } keys_of($i, $d);
            $moves{$_} //= [] for @new;
            if (@new == 4) { push @{ $moves{$_} }, [$i, $d] for @new }
        }
    }
    for my $list (values %moves) {
        $best = $list if !$best || @$list < @$best;
    }
    for my $move (@{ $best // [] }) {
        my $copy = $s;
        substr($copy, $move->[0], 1) = $move->[1];
        my $answer = solve($copy);
        return $answer if $answer;
    }
    return $best ? undef : $s;
}

while (my $line = <>) {
    chomp $line;
    my $answer = solve($line) // 'no solution';
    $answer =~ s/(.)(.)$/$2$1/ if $answer =~ /[1-4]$/;
    print "$answer\n";
}
